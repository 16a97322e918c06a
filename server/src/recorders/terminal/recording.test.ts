import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { SegmentCompressor } from '../compressor.ts';
import { filesIn } from '../recording-files.ts';
import { listSegments } from '../segment.ts';
import { asciicast } from './asciicast.ts';
import { TerminalReader } from './reader.ts';
import { TerminalWriter, type TerminalWriterOptions } from './writer.ts';

const SIZE = { cols: 80, rows: 24 };
let folder = '';
let now = 0;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'jadegate-recording-')), 'session');
  now = 1_700_000_000_000;
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

function openWriter(options: Partial<TerminalWriterOptions> = {}) {
  return TerminalWriter.open({
    folder,
    size: SIZE,
    clock: { now: () => now },
    onFailure: (error) => {
      throw error;
    },
    ...options,
  });
}

async function read(from = 0): Promise<TerminalEvent[]> {
  const reader = await TerminalReader.open(filesIn(folder));
  const events: TerminalEvent[] = [];
  for await (const event of reader?.events(from) ?? []) {
    events.push(event);
  }
  return events;
}

const joined = (events: TerminalEvent[]) =>
  Buffer.concat(events.flatMap((event) => (event.kind === 'output' ? [event.bytes] : [])));

describe('a terminal recording', () => {
  it('gives back what happened, in order and with its times', async () => {
    const writer = await openWriter();
    writer.output(Buffer.from('$ '));
    now += 1500;
    writer.input(Buffer.from('ls\r'), 'alice');
    now += 20;
    writer.resize({ cols: 132, rows: 50 });
    writer.mark('joined');
    now += 3_600_000;
    writer.output(Buffer.from('late'));
    await writer.close();
    await writer.close();
    expect(await read()).toEqual([
      { kind: 'output', at: 0, bytes: Buffer.from('$ ') },
      { kind: 'input', at: 1500, bytes: Buffer.from('ls\r'), by: 'alice' },
      { kind: 'resize', at: 1520, size: { cols: 132, rows: 50 } },
      { kind: 'mark', at: 1520, label: 'joined' },
      { kind: 'output', at: 3_601_520, bytes: Buffer.from('late') },
    ]);
  });

  it('keeps every byte over many segments, raw and compressed', async () => {
    const finished: string[] = [];
    const writer = await openWriter({ onSegment: (path) => finished.push(path) });
    const chunks = Array.from({ length: 300 }, (_, index) =>
      index % 2 ? randomBytes(33_000) : Buffer.from('玉門 '.repeat(4000)),
    );
    for (const chunk of chunks) {
      now += 10;
      writer.output(chunk);
      while (writer.isBehind) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    await writer.close();
    const sum = Buffer.concat(chunks);
    expect(finished.length).toBeGreaterThan(2);
    expect(joined(await read()).equals(sum)).toBe(true);

    const compressor = new SegmentCompressor(pino({ level: 'silent' }));
    finished.forEach((path) => compressor.add(path));
    await expect
      .poll(async () => (await listSegments(filesIn(folder))).every((segment) => segment.compressed), {
        timeout: 20_000,
      })
      .toBe(true);
    await compressor.close();
    expect(joined(await read()).equals(sum)).toBe(true);
    expect((await readdir(folder)).filter((name) => !name.endsWith('.seg'))).toEqual([]);
  });

  it('starts reading at the segment that holds the moment', async () => {
    const writer = await openWriter();
    for (let second = 0; second < 60; second++) {
      now += 1000;
      writer.output(randomBytes(100_000));
      now += 1;
      writer.resize({ cols: 80 + second, rows: 24 });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await writer.close();
    const segments = await listSegments(filesIn(folder));
    expect(segments.length).toBeGreaterThan(1);
    const all = await read();
    // It begins when the last event before it was, so that its own first one may come after the moment.
    const begun = segments.findLast(({ offset }) => offset <= 45_000)?.offset ?? 0;
    expect(begun).toBeGreaterThan(5000);
    expect((await read(45_000))[0]).toEqual(all.find(({ at }) => at > begun));
    // The header tells the size at its start: the one set by the event before it.
    for (const segment of segments.slice(1)) {
      const before = all.findLast((event) => event.kind === 'resize' && event.at <= segment.offset);
      expect(before).toMatchObject({ size: segment.size });
    }
  });

  it('is readable up to the last whole event after a crash', async () => {
    const writer = await openWriter();
    writer.output(Buffer.from('first'));
    writer.output(Buffer.from('second'));
    await writer.close();
    const path = join(folder, '000001.seg');
    await truncate(path, (await stat(path)).size - 3);
    expect(joined(await read()).toString()).toBe('first');
    await appendFile(join(folder, '000002.seg'), 'JG');
    expect(joined(await read()).toString()).toBe('first');
  });

  it('is on disk soon, without waiting for the end', async () => {
    const writer = await openWriter();
    writer.output(Buffer.from('now'));
    await expect.poll(async () => joined(await read()).toString()).toBe('now');
    await writer.close();
  });

  it('says once that it cannot go on, and does not start where it cannot write', async () => {
    await writeFile(`${folder}-file`, '');
    await expect(openWriter({ folder: join(`${folder}-file`, 'session') })).rejects.toMatchObject({
      cause: { code: 'ENOTDIR' },
    });
    const failures: unknown[] = [];
    const writer = await openWriter({ onFailure: (error) => failures.push(error) });
    await writer.close();
    writer.output(Buffer.alloc(300_000));
    writer.output(Buffer.alloc(300_000));
    await expect.poll(() => failures.length).toBe(1);
    expect(joined(await read())).toHaveLength(0);
  });

  it('belongs to nobody else', async () => {
    await (await openWriter()).close();
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, '000001.seg'))).mode & 0o077).toBe(0);
  });
});

describe('asciicast', () => {
  it('puts split characters together and carries size, input and marks', async () => {
    const writer = await openWriter();
    const jade = Buffer.from('玉');
    writer.output(jade.subarray(0, 1));
    now += 100;
    writer.output(jade.subarray(1));
    writer.input(Buffer.from('x'), 'alice');
    writer.resize({ cols: 100, rows: 30 });
    writer.mark('here');
    writer.output(Buffer.from([0xff]));
    await writer.close();
    const reader = await TerminalReader.open(filesIn(folder));
    let text = '';
    for await (const part of reader ? asciicast(reader, 'web-01') : []) {
      text += part;
    }
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      {
        version: 2,
        width: 80,
        height: 24,
        timestamp: 1_700_000_000,
        title: 'web-01',
        env: { TERM: 'xterm-256color' },
      },
      [0.1, 'o', '玉'],
      [0.1, 'i', 'x'],
      [0.1, 'r', '100x30'],
      [0.1, 'm', 'here'],
      [0.1, 'o', '\ufffd'],
    ]);
  });

  it('keeps a typical hour small', async () => {
    const writer = await openWriter();
    for (let command = 0; command < 200; command++) {
      now += 18_000;
      writer.output(Buffer.from(`alice@web-01:~$ systemctl status app-${command}\r\n`));
      for (let line = 0; line < 40; line++) {
        now += 2;
        writer.output(
          Buffer.from(
            `Nov 15 06:${line} web-01 app[${command}]: GET /users/${command * line} 200 ${line}ms\r\n`,
          ),
        );
      }
    }
    await writer.close();
    const compressor = new SegmentCompressor(pino({ level: 'silent' }));
    compressor.add(join(folder, '000001.seg'));
    await expect.poll(async () => (await listSegments(filesIn(folder)))[0]?.compressed).toBe(true);
    expect((await readFile(join(folder, '000001.seg'))).length).toBeLessThan(200_000);
  });

  it('is nothing without a recording', async () => {
    expect(await TerminalReader.open(filesIn(join(folder, 'none')))).toBeUndefined();
  });
});
