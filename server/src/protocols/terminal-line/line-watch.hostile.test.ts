import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { threadMs } from '../../testing/thread-ms.ts';
import { Watched } from '../../testing/watched-lines.ts';

describe('whatever comes', () => {
  it('nothing breaks the reader', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\u001B[',
        '\u001B]',
        '\u001B[?1049h',
        '\u001B[?2004h',
        '\r\n',
        '\u001B[5;9H',
        '玉',
        '$ ',
      ),
      fc.constantFrom(
        '\u001B[99A',
        '\u001B[2J',
        '\u001B[3P',
        '\u001B[4@',
        '\u001B[999b',
        '\b\b',
        '\t',
        '\u001BM',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    const act = fc.tuple(fc.boolean(), piece);
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        async (acts, cols) => {
          const watched = new Watched({ cols, rows: 3 });
          for (const [isTyped, text] of acts) {
            if (isTyped) {
              watched.type(text);
            } else {
              watched.show(text);
            }
          }
          expect((await watched.end()).texts.length).toBeLessThanOrEqual(acts.length * 20);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a target that sends nothing but work does not hold up a key for long', async () => {
    for (const work of [
      '\u001B[999b',
      'x\u001B[999b',
      '\u001B[99A',
      '\u001B[2J',
      '\u001B[9;9H',
      '\u001B[9@',
      '\u001BM',
    ]) {
      // A machine that does other things beside it makes some of them slower, and none quicker.
      const took: number[] = [];
      for (let attempt = 0; attempt < 5 && !took.some((ms) => ms < 400); attempt++) {
        const watched = new Watched({ cols: 500, rows: 200 }).show(work.repeat(40_000 / work.length));
        const from = threadMs();
        watched.type('l').show('l').type('s');
        took.push(threadMs() - from);
        await watched.end();
      }
      expect({ work, quickest: Math.min(...took) < 400 }).toEqual({ work, quickest: true });
    }
  });

  it('thousands that nobody showed are settled some at a time at the end, and all of them', async () => {
    const watched = new Watched();
    watched.show('$ ').type('x\r'.repeat(3000));
    const ended = watched.end();
    expect(watched.commands.length).toBeLessThanOrEqual(400);
    await ended;
    expect(watched.commands).toHaveLength(3000);
  });

  it('a paste of many lines is read line by line, from one piece of output', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line number ${at}`);
    const watched = new Watched()
      .show('$ ')
      .echo('cat\r')
      .type(`${lines.join('\r')}\r`);
    watched.show(`${lines.join('\r\n')}\r\n`);
    expect((await watched.end()).texts).toEqual(['cat', ...lines]);
  });
});

describe('a flood', () => {
  it('behind a secret does no harm', async () => {
    const watched = new Watched().show('$ ').echo('su\r').show('Password: ').type('hidden secret\r');
    const from = threadMs();
    for (let count = 0; count < 100; count++) {
      watched.show('y\r\n'.repeat(2000));
    }
    expect(threadMs() - from).toBeLessThan(500);
    await watched.show('$ ').echo('id\r').end();
    expect(watched.texts).toEqual(['su', 'id']);
    expect(watched.inputs.join('')).not.toContain('hidden');
  });

  it('costs next to nothing', () => {
    const chunk = Buffer.from('some line of output with \u001B[31mcolour\u001B[0m\r\n'.repeat(1000));
    const watched = new Watched().show('$ ').echo('yes\r');
    const from = process.cpuUsage();
    for (let count = 0; count < 2000; count++) {
      watched.show(chunk);
    }
    const { user, system } = process.cpuUsage(from);
    const seconds = (user + system) / 1_000_000;
    expect((chunk.length * 2000) / seconds).toBeGreaterThan(100 * 1024 * 1024);
    expect(watched.texts).toEqual(['yes']);
  });
});
