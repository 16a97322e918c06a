import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { recordedBytes } from '../recorded-bytes.ts';
import { filesIn } from '../recording-files.ts';
import { RecordingFailed } from '../recording.ts';
import { compressSegment } from '../segment.ts';
import { TerminalReader } from '../terminal/reader.ts';
import { DesktopReader, type DesktopEvent } from './reader.ts';
import { DesktopWriter, type DesktopWriterOptions } from './writer.ts';

let folder = '';
let now = 1000;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-recording-'));
  now = 1000;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const opened = (change: Partial<DesktopWriterOptions> = {}) =>
  DesktopWriter.open({
    folder,
    clock: { now: () => now },
    size: { width: 1024, height: 768 },
    onFailure: () => undefined,
    saveFile: (name, bytes) => filesIn(folder).save(name, bytes),
    ...change,
  });
/** The picture before a moment and what came after it: what a player draws to get there. */
async function seen(moment: number): Promise<{ picture: string | undefined; after: string[] }> {
  const recording = await reader();
  const keyframe = recording.keyframes.findLast(({ at }) => at <= moment);
  const picture = keyframe && (await recording.picture(keyframe.number));
  const after = (await collected(recording.events(keyframe))).map(([, text]) => text);
  return { picture: picture?.toString(), after };
}
const frame = (time: number) =>
  Buffer.from(encodeInstruction('blob', '1', 'A'.repeat(100)) + encodeInstruction('sync', String(time)));

async function reader(): Promise<DesktopReader> {
  const found = await DesktopReader.open(filesIn(folder));
  if (!found) {
    throw new Error('there is nothing to read');
  }
  return found;
}

async function collected(events: AsyncGenerator<DesktopEvent>): Promise<[number, string][]> {
  const found: [number, string][] = [];
  for await (const event of events) {
    if (event.kind === 'output') {
      found.push([event.at, Buffer.from(event.bytes).toString()]);
    }
  }
  return found;
}

/** A session of so many seconds with one frame in each, and a picture of the whole every ten. */
async function record(seconds: number): Promise<DesktopWriter> {
  const writer = await opened();
  for (let second = 0; second < seconds; second++) {
    now = 1000 + second * 1000;
    writer.output(frame(second));
    if (second % 10 === 9) {
      await writer.keyframe(Buffer.from(`picture after ${second}`));
    }
  }
  return writer;
}

describe('the recording of a desktop', () => {
  it('gives the stream back as it was', async () => {
    const writer = await record(25);
    writer.mark('a moment');
    writer.resize({ width: 800, height: 600 });
    await writer.close();
    const parts: Uint8Array[] = [];
    const recording = await reader();
    for await (const part of recording.stream()) {
      parts.push(part);
    }
    const wanted = Array.from({ length: 25 }, (_, second) => frame(second));
    expect(Buffer.concat(parts)).toEqual(Buffer.concat(wanted));
    const kinds: string[] = [];
    for await (const event of recording.events()) {
      kinds.push(event.kind === 'mark' ? event.label : event.kind);
    }
    expect(kinds.slice(-2)).toEqual(['a moment', 'resize']);
    expect(recording.segments[0]).toMatchObject({ format: 'desktop', size: { cols: 1024, rows: 768 } });
    expect(await recordedBytes(folder, 'desktop')).toBeGreaterThan(3000);
  });

  it.each([
    [0, undefined, 0],
    [9000, 'picture after 9', 10],
    [18_999, 'picture after 9', 10],
    [24_000, 'picture after 19', 20],
    [1_000_000, 'picture after 19', 20],
  ])(
    'is begun at the picture before %i ms, and goes on with what came after it',
    async (moment, picture, next) => {
      await (await record(25)).close();
      expect(await seen(moment)).toEqual({
        picture,
        after: Array.from({ length: 25 - next }, (_, index) => frame(next + index).toString()),
      });
    },
  );

  it('is found in the right place also when several segments hold the moment', async () => {
    const writer = await opened();
    const large = Buffer.from(encodeInstruction('blob', '1', 'B'.repeat(60_000)));
    for (let index = 0; index < 120; index++) {
      writer.output(large);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writer.keyframe(Buffer.from('the picture'));
    writer.output(frame(1));
    for (let index = 0; index < 60; index++) {
      writer.output(large);
    }
    await writer.close();
    const recording = await reader();
    expect(recording.segments.length).toBeGreaterThan(2);
    const { picture, after } = await seen(0);
    expect([picture, after[0]]).toEqual(['the picture', frame(1).toString()]);
    expect(after).toHaveLength(61);
  });

  it('is read while it is written, and by half when the process died', async () => {
    const writer = await record(3);
    await expect.poll(async () => (await collected((await reader()).events())).length).toBe(3);
    await writer.close();
    const path = join(folder, '000001.seg');
    const { length } = await readFile(path);
    await truncate(path, length - 20);
    // The last frame is cut off; what is before it is whole.
    expect(await collected((await reader()).events())).toHaveLength(2);
    await writeFile(join(folder, '000009.key'), 'half a hea');
    expect((await reader()).keyframes).toEqual([]);
  });

  it('goes on without a picture that is lost or broken', async () => {
    await (await record(25)).close();
    const recording = await reader();
    await rm(join(folder, '000001.key'));
    await truncate(join(folder, '000002.key'), 40);
    expect(recording.keyframes).toHaveLength(2);
    expect(await recording.picture(1)).toBeUndefined();
    expect(await recording.picture(2)).toBeUndefined();
    expect(await recording.picture(3)).toBeUndefined();
    expect(await collected(recording.events())).toHaveLength(25);
  });

  it('is the same compressed', async () => {
    await (await record(25)).close();
    const before = await collected((await reader()).events());
    await compressSegment(join(folder, '000001.seg'));
    expect(await collected((await reader()).events())).toEqual(before);
    expect((await reader()).segments[0]).toMatchObject({ compressed: true, format: 'desktop' });
  });

  it('is nothing that a terminal’s player would take for its own', async () => {
    await (await record(3)).close();
    expect(await TerminalReader.open(filesIn(folder))).toBeUndefined();
    expect(await recordedBytes(folder)).toBeUndefined();
  });

  it('stops once it is full, and tells that it cannot begin', async () => {
    let full = 0;
    const writer = await opened({ maxBytes: 300, onFull: () => (full += 1) });
    [1, 2, 3, 4].forEach((time) => writer.output(frame(time)));
    await writer.keyframe(Buffer.from('too late'));
    await writer.close();
    expect(full).toBe(1);
    expect(writer.hasFailed).toBe(true);
    expect(await readdir(folder)).toEqual(['000001.seg']);
    await mkdir(join(folder, 'in the way'));
    await writeFile(join(folder, 'in the way', '000001.seg'), '');
    await expect(opened({ folder: join(folder, 'in the way') })).rejects.toBeInstanceOf(RecordingFailed);
  });
});
