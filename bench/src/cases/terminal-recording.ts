import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pino from 'pino';

import type { Suite } from '../ratio.ts';
import { playHour, type Recorder } from '../typical-hour.ts';

const PATIENCE_MS = 30_000;

/** The recorder of the product. It is given its own clock: nobody waits an hour for a figure. */
interface Recorders {
  TerminalWriter: { open(options: object): Promise<Recorder & { bytes: number; close(): Promise<void> }> };
  SegmentCompressor: new (logger: unknown) => { add(path: string): void; close(): Promise<void> };
  listSegments: (files: unknown) => Promise<{ compressed: boolean }[]>;
  filesIn: (folder: string) => unknown;
}

async function loadRecorders(): Promise<Recorders> {
  const load = (name: string) =>
    import(new URL(`../../../server/src/recorders/${name}.ts`, import.meta.url).href) as Promise<
      Partial<Recorders>
    >;
  const parts = await Promise.all(['terminal/writer', 'compressor', 'segment', 'recording-files'].map(load));
  return Object.assign({}, ...parts) as Recorders;
}

/** What an hour at a terminal takes on disk once it is packed, written by the real recorder. */
export async function terminalRecording(): Promise<Suite> {
  return {
    cases: [
      {
        name: 'a recorded hour of typical work, at rest',
        unit: 'kB',
        candidate: { name: 'on disk', run: recordedHour },
        atMost: 200,
        // The hour is the same each time.
        repetitions: 1,
      },
    ],
    close: async () => undefined,
  };
}

async function recordedHour(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-bench-hour-'));
  const { TerminalWriter, SegmentCompressor, listSegments, filesIn } = await loadRecorders();
  const compressor = new SegmentCompressor(pino({ level: 'silent' }));
  try {
    let now = Date.UTC(2026, 10, 15);
    const writer = await TerminalWriter.open({
      folder,
      size: { cols: 120, rows: 40 },
      clock: { now: () => now },
      onSegment: (path: string) => compressor.add(path),
      onFailure: (error: unknown) => {
        throw error;
      },
    });
    playHour(writer, (ms) => (now += ms));
    await writer.close();
    process.stdout.write(`       ${Math.round(writer.bytes / 1000)} kB before packing\n`);
    await packed(() => listSegments(filesIn(folder)));
    const names = await readdir(folder);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    await compressor.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function packed(segments: () => Promise<{ compressed: boolean }[]>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await segments()).every(({ compressed }) => compressed)) {
    if (Date.now() > deadline) {
      throw new Error('the recording was not packed');
    }
    await sleep(50);
  }
}
