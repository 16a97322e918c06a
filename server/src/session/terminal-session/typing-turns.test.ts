import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { compileFilter, judge, type Verdict } from '../../access/command-filter/command-filter.policy.ts';
import type { Key } from '../../protocols/terminal-line/key-reader.ts';
import { LineWatch } from '../../protocols/terminal-line/line-watch.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { CommandGate, type JudgedCommand } from './command-gate.ts';

/** More than a turn may read: the budget, and what the last key of it costs beyond. */
const MOST_WORK = 3500;
const MOST_KEYS = 401;
const KILOBYTE = 1024;
/** Of what is typed in one frame, where every key costs something; a turn reads 400 of them. */
const MUCH = shortOrSoak(KILOBYTE / 4, KILOBYTE);
const DENY_RM = compileFilter([
  { id: 'r', type: 'prefix', pattern: 'rm', ignoreCase: false, action: 'deny', priority: 50, enabled: true },
]);

class CountedLines extends LineWatch {
  keys = 0;

  override press(key: Key, by: string): void {
    this.keys += 1;
    super.press(key, by);
  }
}

/** A gate before a target that echoes, as far as it is let; counts what each turn of the event loop does. */
class Bench {
  readonly judged: JudgedCommand[] = [];
  readonly heard: boolean[] = [];
  readonly told: string[] = [];
  readonly said: string[] = [];
  readonly lines: CountedLines;
  readonly gate: CommandGate;
  mostKeys = 0;
  mostWork = 0;
  length = 0;
  readonly #parts: Uint8Array[] = [];
  #size = { cols: 80, rows: 24 };
  #doesEcho: boolean;
  #counted = { keys: 0, work: 0 };

  constructor({ doesEcho = true } = {}) {
    this.#doesEcho = doesEcho;
    this.lines = new CountedLines({
      size: () => this.#size,
      now: () => 0,
      onCommand: () => undefined,
      onInput: () => undefined,
    });
    this.gate = new CommandGate({
      lines: this.lines,
      write: (bytes) => {
        this.#parts.push(bytes);
        this.length += bytes.length;
        if (this.#doesEcho) {
          const echo = Buffer.from(
            Buffer.from(bytes).toString('latin1').replaceAll('\r', '\r\n$ '),
            'latin1',
          );
          setImmediate(() => this.show(echo));
        }
      },
      print: (text) => this.said.push(text),
      notify: (text) => this.told.push(text),
      setListening: (isListening) => this.heard.push(isListening),
      language: () => 'en',
      now: () => 0,
      onJudged: (command) => this.judged.push(command),
    });
    this.show(Buffer.from('$ '));
  }

  get sent(): Buffer {
    return Buffer.concat(this.#parts);
  }

  show(bytes: Uint8Array): void {
    this.lines.onOutput(bytes);
    this.gate.noteOutput();
  }

  resize(cols: number, rows: number): void {
    this.#size = { cols, rows };
  }

  /** Turns until everything has gone, or so many. */
  async turns(length: number, most = 100_000): Promise<number> {
    let turns = 0;
    // What was done while it was being typed is a turn, too.
    this.count();
    while (this.length < length && turns < most) {
      await nextTurn();
      turns += 1;
      this.count();
    }
    return turns;
  }

  count(): void {
    const { keys, work } = this.lines;
    this.mostKeys = Math.max(this.mostKeys, keys - this.#counted.keys);
    this.mostWork = Math.max(this.mostWork, work - this.#counted.work);
    this.#counted = { keys, work };
  }
}

describe('what is typed', () => {
  it.each([
    ['letters and a step back, over and over', 'x\u0002'.repeat(19 * MUCH)],
    ['to the beginning, back, a letter', '\u0001\u0002x'.repeat(12 * MUCH)],
    ['letters and interrupts', 'x\u0003'.repeat(3 * MUCH)],
    ['interrupts', '\u0003'.repeat(12 * MUCH)],
    ['words deleted', 'ab cd \u0017'.repeat(5 * MUCH)],
    ['short lines', 'ab\r'.repeat(3 * MUCH)],
    ['arrows', '\u001B[A\u001B[D'.repeat(6 * MUCH)],
    ['text without an end', 'x'.repeat(1000 * MUCH)],
    ['a string of the terminal without an end', `\u001B]0;${'x'.repeat(500 * MUCH)}`],
    ['a paste in brackets', `\u001B[200~${'line\r'.repeat(8 * MUCH)}\u001B[201~`],
  ])('is read a little at a time and arrives whole, in one frame: %s', async (_name, text) => {
    const bench = new Bench();
    bench.gate.type(Buffer.from(text), 'lin');
    await bench.turns(text.length);
    expect(bench.sent.equals(Buffer.from(text))).toBe(true);
    expect(bench.mostKeys).toBeLessThanOrEqual(MOST_KEYS);
    expect(bench.mostWork).toBeLessThan(MOST_WORK);
    bench.gate.close();
    await bench.lines.close();
  });

  it('makes whoever types it wait, and hears them again', async () => {
    const bench = new Bench();
    const text = '\u0001'.repeat(160 * KILOBYTE);
    bench.gate.type(Buffer.from(text), 'lin');
    expect(bench.heard.at(-1)).toBe(false);
    await bench.turns(text.length);
    expect(bench.heard.at(-1)).toBe(true);
    bench.gate.close();
  });

  it('is not held up by its reading where no filter asks for it', () => {
    const bench = new Bench();
    bench.gate.type(Buffer.from('ls -la'), 'lin');
    expect(bench.sent.toString()).toBe('ls -la');
    bench.gate.close();
  });

  it('keeps its order over frames, people, and a filter that comes in the middle', async () => {
    const bench = new Bench();
    const frames = Array.from({ length: 300 }, (_, at) => `${at % 7 === 0 ? '\u0002' : ''}word${at} `);
    for (const [at, frame] of frames.entries()) {
      bench.gate.type(Buffer.from(frame), at % 3 === 0 ? 'mei' : 'lin');
      if (at === 150) {
        bench.gate.setFilter({ id: 'f', judge: (line) => judge(DENY_RM, line), patternOf: () => 'rm' });
      }
    }
    const all = frames.join('');
    await bench.turns(all.length);
    expect(bench.sent.toString()).toBe(all);
    bench.gate.close();
  });

  it('beyond what can be kept is dropped, and that is said', () => {
    const bench = new Bench();
    const frame = Buffer.from('\u0001'.repeat(1024 * KILOBYTE));
    for (let count = 0; count < 6; count++) {
      bench.gate.type(frame, 'lin');
    }
    expect(bench.told).toHaveLength(2);
    bench.gate.close();
  });

  it('in a window that changes its size all the time is read with as little work', async () => {
    const bench = new Bench();
    const text = 'abc\u0002'.repeat(5 * KILOBYTE);
    bench.gate.type(Buffer.from(text), 'lin');
    bench.count();
    for (let size = 0; bench.length < text.length; size++) {
      bench.resize(20 + (size % 60), 4 + (size % 20));
      await bench.turns(text.length, 1);
    }
    expect(bench.mostWork).toBeLessThan(MOST_WORK);
    bench.gate.close();
  });
});

describe('behind a line that is denied', () => {
  it('the rest of a long paste is dropped, also what was still on its way', async () => {
    const bench = new Bench();
    bench.gate.setFilter({ id: 'f', judge: (line) => judge(DENY_RM, line), patternOf: () => 'rm' });
    const rest = 'echo on\r'.repeat(20 * KILOBYTE);
    bench.gate.type(Buffer.from(`rm x\r${rest}`), 'lin');
    expect(bench.heard.at(-1)).toBe(false);
    await expect.poll(() => bench.judged.length).toBe(1);
    expect(bench.heard.at(-1)).toBe(true);
    bench.gate.type(Buffer.from(rest), 'lin');
    expect(bench.sent.toString()).toBe('rm x\u0003');
    bench.gate.close();
  });
});

describe('somebody who leaves', () => {
  const ASK = compileFilter([
    {
      id: 'r',
      type: 'prefix',
      pattern: 'reboot',
      ignoreCase: false,
      action: 'warn',
      priority: 1,
      enabled: true,
    },
  ]);
  const asking = () => {
    const bench = new Bench();
    bench.gate.setFilter({ id: 'f', judge: (line) => judge(ASK, line), patternOf: () => 'reboot' });
    return bench;
  };

  it.each([
    ['after they were asked', '[y/N]'],
    ['before they are asked', ''],
  ])('takes their line and what they typed behind it along, %s', async (_when, said) => {
    const bench = asking();
    bench.gate.type(Buffer.from('reboot\rls\r'), 'guest');
    await expect.poll(() => bench.said.join('')).toContain(said);
    bench.gate.type(Buffer.from('pwd'), 'owner');
    bench.gate.withdraw('guest');
    await expect.poll(() => bench.sent.toString()).toBe('reboot\u0003pwd');
    expect(bench.judged).toMatchObject([{ text: 'reboot', by: 'guest', action: 'warn', wasSent: false }]);
    bench.gate.close();
  });

  it('leaves a line alone that was handed over, and the question of another', async () => {
    const bench = asking();
    bench.gate.type(Buffer.from('reboot\r'), 'owner');
    await expect.poll(() => bench.said.join('')).toContain('[y/N]');
    bench.gate.withdraw('guest');
    bench.gate.type(Buffer.from('y'), 'owner');
    await expect.poll(() => bench.sent.toString()).toBe('reboot\r');
    bench.gate.close();
  });
});

describe('a line that is judged elsewhere', () => {
  /** A gate whose filter has not answered yet, and what answers for it. */
  function waiting() {
    const bench = new Bench();
    let answer: ((action: 'allow' | 'deny') => void) | undefined;
    const word = new Promise<Verdict>((resolve) => {
      answer = (action) =>
        resolve({ action, reason: 'too-slow', ruleId: undefined, segment: '', pieces: [] });
    });
    let asked = 0;
    const hold = () => {
      asked++;
      return word;
    };
    bench.gate.setFilter({ id: 'f', judge: hold, patternOf: () => undefined });
    return { bench, answer: (action: 'allow' | 'deny') => answer?.(action), asked: () => asked };
  }

  it('waits for the word on it, with everything behind it', async () => {
    const { bench, answer, asked } = waiting();
    bench.gate.type(Buffer.from('ls\rpwd'), 'lin');
    await expect.poll(asked).toBe(1);
    await nextTurn();
    expect(bench.sent.toString()).toBe('ls');
    answer('allow');
    await expect.poll(() => bench.sent.toString()).toBe('ls\rpwd');
    bench.gate.close();
  });

  it('does not go when there is none in time, and the person is told why', async () => {
    const { bench, answer } = waiting();
    bench.gate.type(Buffer.from('ls\r'), 'lin');
    answer('deny');
    await expect.poll(() => bench.sent.toString()).toBe('ls\u0003');
    expect(bench.said.join('')).toContain('could not judge “ls” in time');
    bench.gate.close();
  });

  it('does not go when the session ends meanwhile', async () => {
    const { bench, answer, asked } = waiting();
    bench.gate.type(Buffer.from('ls\r'), 'lin');
    await expect.poll(asked).toBe(1);
    bench.gate.close();
    answer('allow');
    await nextTurn();
    expect(bench.sent.toString()).toBe('ls');
  });
});
