import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { shortOrSoak } from '../testing/soak.ts';
import { safeEntryPath, zipStream, type ZipEntry } from './zip-stream.ts';

const run = promisify(execFile);
/** Installed with the test hosts. */
const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
const AT = new Date('2026-03-04T05:06:08Z');
let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'jadegate-zip-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const file = (path: string, content: string | Uint8Array, size?: number): ZipEntry => ({
  path,
  modifiedAt: AT,
  size: size ?? Buffer.from(content).length,
  open: () =>
    Promise.resolve(
      (async function* () {
        yield Buffer.from(content);
      })(),
    ),
});

async function written(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Promise<string> {
  const path = join(dir, 'archive.zip');
  await writeFile(path, zipStream(entries));
  return path;
}

/** Unpacked by a program that is not ours. */
async function unpacked(entries: Iterable<ZipEntry>): Promise<string> {
  const to = join(dir, 'out');
  await run('unzip', ['-q', await written(entries), '-d', to], { env: { LANG: 'C.UTF-8' } });
  return to;
}

describe('an archive', () => {
  it.runIf(hasUnzip)('gives back folders, odd names and every byte', async () => {
    const bytes = randomBytes(3_000_000);
    const to = await unpacked([
      { path: '空的', modifiedAt: AT },
      file('資料/報表 1.txt', 'abc'.repeat(10_000)),
      file('資料/深/x.jpg', bytes),
      file('nothing', ''),
    ]);
    expect((await readdir(to)).toSorted()).toEqual(['nothing', '空的', '資料']);
    expect(await readFile(join(to, '資料/報表 1.txt'), 'utf8')).toBe('abc'.repeat(10_000));
    const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
    expect(hash(await readFile(join(to, '資料/深/x.jpg')))).toBe(hash(bytes));
    expect(await readFile(join(to, 'nothing'))).toHaveLength(0);
  });

  it.runIf(hasUnzip)('does not pack what is packed, and packs the rest', async () => {
    const path = await written([file('a.zip', 'a'.repeat(50_000)), file('a.txt', 'a'.repeat(50_000))]);
    const { stdout } = await run('zipinfo', ['-l', path]);
    expect(stdout).toMatch(/ stor .* a\.zip/);
    expect(stdout).toMatch(/ def\w .* a\.txt/);
  });

  it.runIf(hasUnzip)('takes a file whose size nobody knows', async () => {
    const { size: _size, ...unknown } = file('proc', 'text');
    expect(await readFile(join(await unpacked([unknown]), 'proc'), 'utf8')).toBe('text');
  });

  it.runIf(hasUnzip)(
    'holds more than 65,535 entries',
    async () => {
      const count = shortOrSoak(1000, 70_000);
      const path = await written(
        (function* () {
          for (let index = 0; index < count; index++) {
            yield { path: `d${index}`, modifiedAt: AT };
          }
        })(),
      );
      const { stdout } = await run('zipinfo', ['-t', path]);
      expect(stdout).toContain(`${count} files`);
    },
    // The library looks at every entry for each: three times the archives of the product take minutes.
    shortOrSoak(60_000, 600_000),
  );

  it.runIf(hasUnzip)('keeps two names apart that become one', async () => {
    const to = await unpacked([file('a\\b.txt', '1'), file('a_b.txt', '2'), file('A_B.txt', '3')]);
    expect((await readdir(to)).toSorted()).toEqual(['A_B (3).txt', 'a_b (2).txt', 'a_b.txt']);
  });

  it('never names anything outside of it', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '...',
        '',
        'C:',
        'c:x',
        '\\',
        '..\\..',
        '\0',
        '\u202e',
        '\uf7a4',
        '\ud800',
        '~',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const name = safeEntryPath(parts.join('/'));
        expect(name).not.toMatch(/^\/|^[A-Za-z]:|\\|\0|\/\/|\/$/);
        expect(name).not.toBe('');
        expect(name.split('/').some((segment) => /^\.*$/.test(segment))).toBe(false);
      }),
      { numRuns: shortOrSoak(500, 10_000) },
    );
  });
});

describe('an archive that cannot be finished', () => {
  const broken = (): ZipEntry => ({
    path: 'broken',
    modifiedAt: AT,
    size: 100,
    open: () =>
      Promise.resolve(
        (async function* () {
          yield Buffer.alloc(10);
          throw new Error('vanished');
        })(),
      ),
  });

  it.each([
    ['a file that breaks', () => [file('a', 'x'), broken(), file('b', 'y')], 'vanished'],
    [
      'a file that cannot be opened',
      () => [{ ...broken(), open: () => Promise.reject(new Error('no')) }],
      'no',
    ],
    ['a file that is shorter than it was', () => [file('a', 'x', 100)], 'unexpected number of bytes'],
  ])('fails for its reader: %s', async (_what, entries, message) => {
    await expect(written(entries())).rejects.toThrow(message);
  });

  it('stops what is open, and opens no more, when its reader leaves', async () => {
    const opened: string[] = [];
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const endless = (path: string): ZipEntry => ({
      path,
      modifiedAt: AT,
      open: () => {
        opened.push(path);
        return Promise.resolve(
          (async function* () {
            try {
              for (;;) {
                yield randomBytes(65_536);
              }
            } finally {
              close();
            }
          })(),
        );
      },
    });
    const stream = zipStream([endless('a'), endless('b')]);
    for await (const piece of stream) {
      expect(piece).toBeInstanceOf(Buffer);
      break;
    }
    await closed;
    expect(opened).toEqual(['a']);
  });
});
