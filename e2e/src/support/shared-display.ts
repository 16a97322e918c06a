import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll } from 'vitest';

const LOCK = join(tmpdir(), 'jadegate-shared-display');
const PATIENCE_MS = 240_000;

/** The display of the VNC host has one pointer and one keyboard: files of tests that use them take turns. */
export function useSharedDisplay(): void {
  let isMine = false;
  beforeAll(async () => {
    while (!isMine) {
      isMine = await take();
      if (!isMine) {
        await sleep(200);
      }
    }
  }, PATIENCE_MS);
  afterAll(async () => {
    if (isMine) {
      await rm(LOCK, { force: true });
    }
  });
}

async function take(): Promise<boolean> {
  try {
    await writeFile(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(await readFile(LOCK, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) {
      await rm(LOCK, { force: true });
    }
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
