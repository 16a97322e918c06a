import { setFlagsFromString } from 'node:v8';

/** The first that knows the flag for certain; one that does not would complain on standard error. */
const V8_MAJOR = 14;

/**
 * Has memory of buffers counted with the rest of the heap. Otherwise every 64 MB of them, however soon they were free
 * again, have the whole heap looked through: with a large file passing by five times a second, which took more of the
 * processors than the file itself. To be called before anything else.
 */
export function countBuffersWithHeap(v8 = process.versions.v8): void {
  if (Number.parseInt(v8, 10) >= V8_MAJOR) {
    setFlagsFromString('--external-memory-accounted-in-global-limit');
  }
}
