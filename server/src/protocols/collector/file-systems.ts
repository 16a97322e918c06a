import type { HostFileSystem } from '@jadegate/contract/fleet/host-sample';

import { clean, whole } from './text.ts';

const KIB = 1024;
const MAX_FILE_SYSTEMS = 64;
const SMALLEST_BYTES = 16 * KIB * KIB;
const IN_MEMORY = /^(?:tmpfs|devtmpfs|overlay|squashfs|udev|shm|none)$/;
/** Both ends may have blanks in their names. */
const LINE = /^(.+?)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\d+|-)%?\s+(.+)$/;

/** What `df -P -k` lists, each device once: it may be mounted in many places. */
export function fileSystemsOf(lines: readonly string[]): HostFileSystem[] {
  const found = new Map<string, HostFileSystem>();
  for (const line of lines) {
    const [, rawDevice = '', total, used, avail, pct, rawMount] = LINE.exec(line.trim()) ?? [];
    const device = clean(rawDevice);
    const mount = clean(rawMount);
    const totalBytes = (whole(total) ?? 0) * KIB;
    if (device && mount && totalBytes >= SMALLEST_BYTES && !IN_MEMORY.test(device) && !found.has(device)) {
      found.set(device, {
        mount,
        device,
        totalBytes,
        usedBytes: (whole(used) ?? 0) * KIB,
        availBytes: Number(avail) * KIB,
        pct: whole(pct),
      });
    }
  }
  return [...found.values()].slice(0, MAX_FILE_SYSTEMS);
}
