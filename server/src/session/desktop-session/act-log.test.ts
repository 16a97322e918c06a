import { expect, it } from 'vitest';

import type { StorageEvent } from '../../files/storage-log/storage-log.service.ts';
import type { SessionRecord } from '../session/session-kind.ts';
import { ActLog } from './act-log.ts';

const PASTE = { kind: 'paste', name: '', bytes: 3, checksum: 'c0ffee', isFailed: false } as const;
const session = { id: 'session-1' } as SessionRecord;

it('writes one entry after the other, and takes no more than the database and a minute take', async () => {
  const written: StorageEvent[] = [];
  const troubles: unknown[] = [];
  let now = 0;
  let isAway = false;
  const write = async (event: StorageEvent) => {
    if (isAway) {
      throw new Error('away');
    }
    written.push(event);
  };
  const log = new ActLog({
    logs: { write },
    session,
    clock: { now: () => now },
    onTrouble: (error) => troubles.push(error),
  });
  log.note({ ...PASTE, kind: 'upload', name: 'a.txt', isFailed: true });
  for (let index = 0; index < 200; index++) {
    log.note(PASTE);
  }
  expect(log.isFull).toBe(true);
  await log.settle();
  expect(written).toHaveLength(100);
  expect(written[0]).toMatchObject({ action: 'upload', fileName: 'a.txt', isDone: false, session });
  expect(written[1]).toMatchObject({ action: 'clipboard-paste', isDone: true, bytes: 3, checksum: 'c0ffee' });
  expect(log.isFull).toBe(false);
  for (let round = 0; round < 5; round++) {
    for (let index = 0; index < 90; index++) {
      log.note(PASTE);
    }
    await log.settle();
  }
  expect(written).toHaveLength(300);
  expect(log.isFull).toBe(true);
  now += 60_000;
  expect(log.isFull).toBe(false);
  isAway = true;
  log.note(PASTE);
  await log.settle();
  expect(troubles).toHaveLength(1);
});
