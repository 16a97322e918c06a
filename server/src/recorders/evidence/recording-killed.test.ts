// A process that is killed at any moment while it records: what is left is incomplete, and never altered.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';
import { verifyRecording } from '@jadegate/contract/session/evidence/verify-recording';
import { expect, it, vi } from 'vitest';

import type { RecordingProcessPlace } from '../../testing/recording-process.ts';
import { keysOf, newFolder, newTestKey, SIGNED_SESSION } from '../../testing/signed-recording.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { filesIn } from '../recording-files.ts';
import { nodeCrypto } from './node-crypto.ts';
import { KeptRecording } from './recorded-files.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/recording-process.ts', import.meta.url));
const KILLS = shortOrSoak(3, 150);
const TIME_MS = shortOrSoak(60_000, 900_000);
/** Signed at least before every other one dies. */
const LINES = 10;

async function linesOf(folder: string, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const chain = await readFile(join(folder, CHAIN_FILE), 'utf8');
      expect(chain.split('\n').length).toBeGreaterThan(count);
    },
    { timeout: 30_000, interval: 20 },
  );
}

it(
  'leaves what is as it was signed, and then breaks off',
  async () => {
    const key = newTestKey();
    const { id, privateKey } = key;
    let signed = 0;
    for (let count = 0; count < KILLS; count++) {
      const folder = await newFolder();
      const place: RecordingProcessPlace = { folder, key: { id, privateKey } };
      const child = spawn(process.execPath, ['--conditions=source', PROGRAM, JSON.stringify(place)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await once(child, 'message');
      if (count % 2 === 1) {
        await linesOf(join(folder, 'terminal'), randomInt(LINES, 80));
      }
      await sleep(randomInt(200));
      child.kill('SIGKILL');
      const [, signal] = await once(child, 'exit');
      expect(signal).toBe('SIGKILL');
      for (const kind of ['terminal', 'desktop'] as const) {
        const files = new KeptRecording(filesIn(join(folder, kind)), kind);
        const expected = { crypto: nodeCrypto, keys: keysOf(key), session: SIGNED_SESSION };
        const { verdict, finding, links } = await verifyRecording(files, expected);
        // Nothing at all where it had not begun.
        expect(verdict === 'unsigned' ? [] : [verdict, finding?.code]).toEqual(
          verdict === 'unsigned' ? [] : ['incomplete', 'no_end'],
        );
        expect(verdict === 'unsigned' ? await files.names() : []).toEqual([]);
        signed += links;
      }
      await rm(folder, { recursive: true });
    }
    expect(signed).toBeGreaterThanOrEqual(LINES * Math.floor(KILLS / 2));
  },
  TIME_MS,
);
