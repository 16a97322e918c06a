import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DesktopAct } from '@jadegate/contract/session/desktop-act';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { filesIn } from '../recording-files.ts';
import { ActWriter, readActs } from './acts.ts';

let folder = '';
let failures: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-acts-'));
  failures = [];
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const opened = () =>
  new ActWriter(folder, { onWritten: () => undefined, onFailure: (error) => failures.push(error) });
const pasted = (text: string, at = 0): DesktopAct => ({
  kind: 'paste',
  at,
  bytes: Buffer.byteLength(text),
  checksum: 'c0ffee',
  name: '',
  text,
  isFailed: false,
});

describe('what was done at a desktop', () => {
  it('is read back in order, whatever characters it has', async () => {
    const writer = opened();
    const acts = [
      pasted('第一行\n第二行 🀄', 5),
      pasted('"quoted"\u0000', 9),
      { ...pasted(''), name: 'a,b;c' },
    ];
    acts.forEach((act) => writer.add(act));
    await writer.close();
    expect(await readActs(filesIn(folder))).toEqual(acts);
    expect((await stat(join(folder, 'acts.jsonl'))).mode & 0o777).toBe(0o600);
    expect(failures).toEqual([]);
  });

  it('is nothing where nothing was done, and without a line that a crash has cut off', async () => {
    expect(await readActs(filesIn(folder))).toEqual([]);
    const writer = opened();
    writer.add(pasted('whole'));
    await writer.close();
    await appendFile(join(folder, 'acts.jsonl'), '{"kind":"copy","at":7,"byt');
    expect(await readActs(filesIn(folder))).toEqual([pasted('whole')]);
  });

  it('is cut off before it fills the disk', async () => {
    const writer = opened();
    const text = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 20; index++) {
      writer.add(pasted(text));
    }
    await writer.close();
    expect((await readFile(join(folder, 'acts.jsonl'))).length).toBeLessThan(16 * 1024 * 1024);
    expect(await readActs(filesIn(folder))).toHaveLength(15);
    expect(await readActs(filesIn(folder), 3)).toHaveLength(3);
  });

  it('tells once that it cannot be written', async () => {
    await rm(folder, { recursive: true });
    const writer = opened();
    writer.add(pasted('one'));
    await writer.close();
    writer.add(pasted('two'));
    await writer.close();
    expect(failures).toHaveLength(1);
    folder = await mkdtemp(join(tmpdir(), 'desktop-acts-'));
  });
});
