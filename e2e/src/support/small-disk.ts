import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

/** A volume of its own that is quickly full. */
export function mountSmall(folder: string, size: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder]);
}

/** Takes all that is left. The file is the answer, to be removed again. */
export function fill(folder: string): string {
  const file = join(folder, 'ballast');
  expect(() => writeFileSync(file, Buffer.alloc(freeBytes(folder) + 1, 'x'))).toThrow('ENOSPC');
  return file;
}

/** Leaves about so much. The file is the answer. */
export function fillUpTo(folder: string, left: number): string {
  const file = join(folder, `ballast-${left}`);
  writeFileSync(file, Buffer.alloc(Math.max(0, freeBytes(folder) - left), 'x'));
  return file;
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
