import type { TerminalEvent } from '@jadegate/contract/terminal-recording';
import { expect, it } from 'vitest';

import { readOutputs } from './command-output.ts';

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
  const window = { id: 'one', from: 10, to: next?.at, command, next: next?.command ?? '' };
  return readOutputs(reader, [window]).then((outputs) => outputs.get('one'));
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

it('what is printed stays, also when it looks like the command or a prompt', async () => {
  const next = { at: 30, command: 'ls' };
  expect(await outputOf('echo e', [output(10, '\r\ne\r\n$ ')], next)).toBe('e');
  expect(await outputOf('cost', [output(10, '\r\nprice in $ 5\r\n$ ls')], next)).toBe('price in $ 5');
  expect(await outputOf('printf abc', [output(10, '\r\nabc')])).toBe('abc');
});
