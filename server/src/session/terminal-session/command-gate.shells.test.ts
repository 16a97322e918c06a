import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { compileFilter, judge, type Rule } from '../../access/command-filter/command-filter.policy.ts';
import type { LiveFilter } from '../../access/command-filter/live-filter.service.ts';
import { LineWatch } from '../../protocols/terminal-line/line-watch.ts';
import { readTranscript, type Transcript } from '../../testing/transcripts.ts';
import { CommandGate, type JudgedCommand } from './command-gate.ts';

const DENIED = 'destroy-lab';
const rule: Rule = {
  id: 'r',
  type: 'prefix',
  pattern: DENIED,
  ignoreCase: false,
  action: 'deny',
  priority: 50,
  enabled: true,
};
const compiled = compileFilter([rule]);
const always = compileFilter([{ ...rule, type: 'regex', pattern: '.' }]);
const isDenied = (line: string) => judge(compiled, line).action === 'deny';
const PATIENT = { timeout: 30_000, interval: 5 };

/** A gate before a shell that answers as it did when it was recorded. */
class Replay {
  readonly sent: string[] = [];
  readonly commands: string[] = [];
  readonly judged: JudgedCommand[] = [];
  readonly #lines: LineWatch;
  readonly #gate: CommandGate;

  constructor({ cols, rows }: Transcript) {
    this.#lines = new LineWatch({
      size: () => ({ cols, rows }),
      now: () => 0,
      onCommand: ({ text }) => this.commands.push(text),
      onInput: undefined,
    });
    this.#gate = new CommandGate({
      lines: this.#lines,
      write: (bytes) => this.sent.push(Buffer.from(bytes).toString('latin1')),
      print: () => undefined,
      notify: () => undefined,
      setListening: () => undefined,
      language: () => 'en',
      now: () => 0,
      onJudged: (command) => this.judged.push(command),
    });
  }

  setFilter(look: (line: string) => ReturnType<typeof judge>): void {
    const filter: LiveFilter = { id: 'f', judge: look, patternOf: () => DENIED };
    this.#gate.setFilter(filter);
  }

  show(text: string): void {
    this.#lines.onOutput(Buffer.from(text, 'latin1'));
    this.#gate.noteOutput();
  }

  type(text: string): void {
    this.#gate.type(Buffer.from(text, 'latin1'), 'lin');
  }

  close(): void {
    this.#gate.close();
    void this.#lines.close();
  }
}

/** Up to the key that hands over a line, which is the given one of those that were denied. */
async function upTo(name: string, command: string, time: number): Promise<Replay> {
  const recorded = readTranscript(name);
  const replay = new Replay(recorded);
  // Where the line was handed over is known from when it was recorded that it ran.
  const ends = (await handovers(recorded)).filter(({ ran }) => ran === command);
  const end = ends[time - 1]?.index ?? -1;
  expect(end).toBeGreaterThan(0);
  return play(recorded, 0, end, replay);
}

/** Each piece in a turn of its own, as they come from the network. */
async function play(
  recorded: Transcript,
  from: number,
  to: number,
  replay = new Replay(recorded),
): Promise<Replay> {
  for (const [way, text] of recorded.events.slice(from, to)) {
    if (way === 'in') {
      replay.type(text);
      await nextTurn();
    } else {
      replay.show(text);
    }
  }
  if (from === 0) {
    replay.sent.length = 0;
  }
  return replay;
}

async function handovers(recorded: Transcript): Promise<{ index: number; ran: string }[]> {
  const replay = new Replay(recorded);
  const found: { index: number; ran: string }[] = [];
  let last = -1;
  for (const [index, [way, text]] of recorded.events.entries()) {
    if (way === 'out') {
      replay.show(text);
    } else {
      replay.type(text);
      await nextTurn();
      last = text.endsWith('\r') ? index : last;
    }
    const ran = replay.commands[found.length];
    if (ran !== undefined) {
      found.push({ index: last, ran });
    }
  }
  replay.close();
  return found;
}

describe('a denied command of a real shell does not reach it', () => {
  const fish = ['fish', 'fish4'].flatMap((shell) => [
    ['completed by Tab', `${shell}-tab`, `${DENIED} x`, 1],
    ['recalled with the arrow', `${shell}-history`, `${DENIED} now`, 2],
    ['recalled and changed', `${shell}-history`, `${DENIED} now!`, 1],
    ['found by a search', `${shell}-history`, `${DENIED} now! again`, 1],
    ['taken from a suggestion', `${shell}-suggested`, `${DENIED} now`, 2],
    ['below the line the cursor is on', `${shell}-rows`, `echo above\n${DENIED} x`, 1],
    ['put into a line above', `${shell}-rows`, `if true; ${DENIED} y\n    echo in\nend`, 1],
  ]) as [string, string, string, number][];
  it.each([
    ['completed by Tab', 'zsh-tab', `${DENIED} x`, 1],
    ['completed beside a menu', 'zsh-menu', `${DENIED} x`, 1],
    ['recalled with the arrow', 'zsh-history', `${DENIED} now`, 2],
    ['found by a search and changed', 'zsh-history', `${DENIED} now again`, 1],
    ['taken from a suggestion', 'zsh-suggested', `${DENIED} now`, 2],
    ['taken from a suggestion, with all that helps', 'zsh-menu-coloured', `${DENIED} now`, 2],
    ['put back by the shell', 'zsh-pushed', `${DENIED} x`, 1],
    ['below the line the cursor is on', 'zsh-rows', `echo above\n${DENIED} x`, 1],
    ['completed by Tab', 'ash-plain', `${DENIED} x`, 1],
    ...fish,
  ] as [string, string, string, number][])('%s: %s', async (_how, name, command, time) => {
    const replay = await upTo(name, command, time);
    replay.setFilter((line) => judge(compiled, line));
    replay.type('\r');
    await expect.poll(() => replay.sent, PATIENT).toEqual(['\u0003']);
    expect(replay.judged).toMatchObject([{ action: 'deny', wasSent: false }]);
    expect(isDenied(replay.judged[0]?.text ?? '')).toBe(true);
    replay.close();
  });
});

describe('what only stands beside a command is not judged', () => {
  it.each([
    ['zsh-suggested', 'dest'],
    ['fish-suggested', 'dest'],
    ['fish4-suggested', 'dest'],
    ['fish-suggested', 'echo des'],
    ['fish4-suggested', 'echo des'],
  ])('%s: %s goes, whatever is suggested', async (name, command) => {
    const replay = await upTo(name, command, 1);
    const seen: string[] = [];
    replay.setFilter((line) => {
      seen.push(line);
      return judge(compiled, line);
    });
    replay.type('\r');
    await expect.poll(() => replay.sent, PATIENT).toEqual(['\r']);
    expect(seen).toEqual([command]);
    replay.close();
  });
});

describe('after a denied command', () => {
  it.each([
    ['zsh-editing', 'echo gone'],
    ['fish-editing', 'rm -rf gone'],
    ['fish4-editing', 'rm -rf gone'],
    ['ash-plain', 'echo gone'],
  ])('%s: the next one goes, once the line is wiped', async (name, denied) => {
    const recorded = readTranscript(name);
    // Where the person gave up the line the gate does, and the shell answers as it did then.
    const end = recorded.events.findLastIndex(([way, text]) => way === 'in' && text === '\u0003');
    const replay = await play(recorded, 0, end);
    replay.setFilter((line) => judge(line === denied ? always : compiled, line));
    replay.type('\r');
    await expect.poll(() => replay.sent, PATIENT).toEqual(['\u0003']);
    const next = recorded.events.findIndex(([way], at) => at > end && way === 'in');
    await play(recorded, end + 1, next, replay);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await play(recorded, next, recorded.events.length, replay);
    await expect.poll(() => replay.sent.join(''), PATIENT).toContain('echo end\r');
    expect(replay.judged).toHaveLength(1);
    replay.close();
  });
});
