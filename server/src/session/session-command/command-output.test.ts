import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';
import { describe, expect, it } from 'vitest';

import { MAX_LEAD_BYTES, readOutputs } from './command-output.ts';

const output = (at: number, text: string): TerminalEvent => ({
  kind: 'output',
  at,
  bytes: Buffer.from(text),
});

function outputOf(command: string, events: TerminalEvent[], next?: { at: number; command: string }) {
  const reader = {
    async *events(from: number) {
      yield* events.filter(({ at }) => at >= from);
    },
  };
  const commands = [
    { id: 'one', from: 10, command },
    ...(next ? [{ id: 'next', from: next.at, command: next.command }] : []),
  ];
  return readOutputs(reader, commands, new Set(['one'])).then((outputs) => outputs.get('one'));
}

it.each([
  ['as a whole', [output(10, '$ hostname; date\r\n'), output(11, 'web1\r\nMon\r\n$ ')]],
  ['in pieces', [output(9, '$ hostname; da'), output(10, 'te\r\nweb1\r\nMon\r\n$ ')]],
  ['over two rows', [output(10, '$ hostname; da \rte\r\nweb1\r\nMon\r\n$ ')]],
  ['before', [output(9, '$ hostname; date'), output(10, '\r\nweb1\r\nMon\r\n$ ')]],
])('a command that was echoed %s is no part of what it printed', async (_how, events) => {
  const next = { at: 30, command: 'exit' };
  expect(await outputOf('hostname; date', events, next)).toBe('web1\nMon');
});

it('the next command belongs to itself, however much of it was echoed in time', async () => {
  for (const echo of ['ls -l', 'ls', '']) {
    const events = [output(10, '\r\nweb1\r\n'), output(12, `root@web1:~# ${echo}`)];
    expect(await outputOf('hostname', events, { at: 20, command: 'ls -l' })).toBe('web1');
  }
});

it('of what was printed before, no more is read than a bound, and the rest is told all the same', async () => {
  const PIECE = Buffer.alloc(MAX_LEAD_BYTES / 4, 'x');
  let pieces = 0;
  const reader = {
    async *events(from: number): AsyncGenerator<TerminalEvent> {
      for (let at = from; at < 100; at++) {
        pieces += 1;
        yield { kind: 'output', at, bytes: PIECE };
      }
      yield output(100, 'whoami\r\nroot\r\n# ');
    },
  };
  const commands = [
    { id: 'before', from: 0, command: 'cat long' },
    { id: 'one', from: 100, command: 'whoami' },
  ];
  const outputs = await readOutputs(reader, commands, new Set(['one']));
  expect(outputs.get('one')).toMatch(/^root/);
  expect(pieces).toBe(5);
});

it('what is printed stays, also when it looks like the command or a prompt', async () => {
  const next = { at: 30, command: 'ls' };
  expect(await outputOf('echo e', [output(10, '\r\ne\r\n$ ')], next)).toBe('e');
  expect(await outputOf('cost', [output(10, '\r\nprice in $ 5\r\n$ ls')], next)).toBe('price in $ 5');
  expect(await outputOf('printf abc', [output(10, '\r\nabc')])).toBe('abc');
});

describe('commands that were sent together', () => {
  /** All of them, or those of a page. */
  async function outputsOf(
    commands: readonly (readonly [from: number, command: string])[],
    events: TerminalEvent[],
    wanted = commands.map(([, command]) => command),
  ) {
    const reader = {
      async *events(from: number) {
        yield* events.filter(({ at }) => at >= from);
      },
    };
    const sent = commands.map(([from, command]) => ({ id: command, from, command }));
    return Object.fromEntries(await readOutputs(reader, sent, new Set(wanted)));
  }
  const LINES = [
    [10, 'echo a'],
    [10, 'echo b'],
    [11, 'echo c'],
  ] as const;
  const PASTED = [
    output(12, 'echo a\r\na\r\nroot@web1:~# ec'),
    output(13, 'ho b\r\nb\r\nroot@web1:~# echo c\r\nc\r\nroot@web1:~# '),
  ];

  it('have each what it printed', async () => {
    const outputs = await outputsOf([...LINES, [50, 'exit']], PASTED);
    expect(outputs).toMatchObject({ 'echo a': 'a', 'echo b': 'b', 'echo c': 'c' });
  });

  it('have it on a page by themselves, too', async () => {
    expect(await outputsOf(LINES, PASTED, ['echo b'])).toEqual({ 'echo b': 'b' });
    expect(await outputsOf(LINES, PASTED, ['echo a'])).toEqual({ 'echo a': 'a' });
  });

  it('get nothing of a long one that ran when they were typed', async () => {
    const long = 'x\r\n'.repeat(20_000);
    const events = [
      output(10, '\r\n'),
      output(20, 'hostname'),
      output(21, `\r\n${long}`),
      output(30, '# hostname\r\nweb1\r\n# '),
    ];
    const outputs = await outputsOf(
      [
        [10, 'cat long'],
        [21, 'hostname'],
        [50, 'exit'],
      ],
      events,
    );
    expect(outputs['hostname']).toBe('web1');
    expect(outputs['cat long']).toMatch(/x\nx\n…$/);
  });

  it('stay where they were handed over when the shell never shows them behind a prompt', async () => {
    const outputs = await outputsOf(
      [
        [10, 'read answer; echo got $answer'],
        [20, 'yes'],
      ],
      [output(10, '\r\n'), output(19, 'yes'), output(20, '\r\ngot yes\r\n$ ')],
    );
    expect(outputs['yes']).toContain('got yes');
  });
});
