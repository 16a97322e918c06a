import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const { O_RDONLY, O_NONBLOCK } = constants;
/** Settings, keys, a chain of certificates: what is larger was named by mistake. */
const LARGEST_BYTES = 1024 * 1024;
const OTHERS_MAY = 0o007;

/** It can be opened, and is not what was meant; the message tells what it is instead. */
export class UnfitFile extends Error {}

interface PlainFile {
  bytes: Buffer;
  /** Whether everybody on this machine may do something with it. */
  isOpenToOthers: boolean;
}

/**
 * A small file that an operator names. The start waits for it and nothing else goes on meanwhile, not even a signal to stop: a
 * pipe that nobody writes to, or a device that never ends, is refused.
 */
export function readPlainFile(path: string): PlainFile {
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) {
      throw new UnfitFile('it is no plain file');
    }
    if (found.size > LARGEST_BYTES) {
      throw new UnfitFile(`it is larger than ${LARGEST_BYTES} bytes`);
    }
    return { bytes: readFileSync(file), isOpenToOthers: (found.mode & OTHERS_MAY) !== 0 };
  } finally {
    closeSync(file);
  }
}

/** The text in it. What is no UTF-8 would be changed by reading it, and a password would no longer be that password. */
export function plainText({ bytes }: PlainFile): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) {
      return text;
    }
  } catch {
    // the sentence below says all there is to say
  }
  throw new UnfitFile('it is no text in UTF-8');
}
