// Records a terminal and a desktop as fast as it can, so that a test can kill it: see recording-killed.test.ts.
import './compiled-threads.ts';
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { systemClock } from '../kernel/clock.ts';
import { ChainKeeper } from '../recorders/evidence/chain-keeper.ts';
import { compressSegment } from '../recorders/segment.ts';
import { openSignedDesktop, openSignedTerminal, type TestKey } from './signed-recording.ts';

export interface RecordingProcessPlace {
  folder: string;
  key: Omit<TestKey, 'spki'>;
}

const INSTRUCTION = '4.sync,1.1;';
const PICTURE = Buffer.from('4.size,1.0,3.640,3.480;');

async function main({ folder, key }: RecordingProcessPlace): Promise<void> {
  const signed = {
    keeper: new ChainKeeper(),
    key: { ...key, spki: Buffer.alloc(0) },
    clock: systemClock,
    segmentBytes: 30_000,
    onSegment: (path: string) => {
      compressSegment(path).catch((error: unknown) => {
        throw error;
      });
    },
  };
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.send?.('begins');
  const [terminal, desktop] = await Promise.all([
    openSignedTerminal({ ...signed, folder: join(folder, 'terminal') }),
    openSignedDesktop({ ...signed, folder: join(folder, 'desktop') }),
  ]);
  for (;;) {
    terminal.output(randomBytes(randomInt(1, 6000)));
    desktop.output(Buffer.from(INSTRUCTION.repeat(randomInt(1, 600))));
    if (randomInt(4) === 0) {
      terminal.noteAccount('root');
      desktop.act({ kind: 'copy', text: 'x'.repeat(randomInt(200)), by: 'mei' } as never);
      await desktop.keyframe(PICTURE);
    }
    await sleep(randomInt(3));
  }
}

await main(JSON.parse(process.argv[2] ?? '') as RecordingProcessPlace);
