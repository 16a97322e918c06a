import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { Watched } from '../../testing/watched-lines.ts';
import { HandedLines, KEEP_BYTES } from './handed-lines.ts';
import { InputKeeper } from './input-keeper.ts';
import { KeyedLine } from './keyed-line.ts';
import { LineDrawings } from './line-drawings.ts';
import { OutputTail } from './output-tail.ts';
import { PrivateModes } from './private-modes.ts';

const LINES = 3000;
const MOST_IN_A_TURN = 400;
const EMPTY = {
  start: 0,
  anchor: 0,
  prompt: '$ ',
  aside: '',
  isBlind: false,
  isBracketed: false,
  place: 'prompt',
  isResized: false,
  by: 'lin',
} as const;

function rig() {
  const tail = new OutputTail(KEEP_BYTES);
  const drawings = new LineDrawings(tail, () => ({ cols: 80, rows: 24 }));
  drawings.noteSize();
  const settled: number[] = [];
  const handed = new HandedLines({
    tail,
    modes: new PrivateModes(),
    drawings,
    prompts: () => [],
    onSettled: ({ at }) => settled.push(at),
  });
  return { tail, drawings, settled, handed };
}

it('lines that one piece of output brings out of sight are settled in turns, each once and in order', async () => {
  const { tail, settled, handed } = rig();
  const numbers = Array.from({ length: LINES }, (_, at) => at);
  for (const at of numbers) {
    const line = { ...EMPTY, typed: new KeyedLine() };
    handed.add({
      line,
      keeper: new InputKeeper(undefined),
      offset: 0,
      at,
      isNoted: false,
      rows: 0,
      isHeld: false,
    });
  }
  tail.push(Buffer.alloc(2 * KEEP_BYTES + 1, '.'));
  handed.onOutput();
  expect(settled.length).toBeLessThanOrEqual(MOST_IN_A_TURN);
  while (settled.length < LINES) {
    const before = settled.length;
    await nextTurn();
    expect(settled.length).toBeGreaterThan(before);
    expect(settled.length - before).toBeLessThanOrEqual(MOST_IN_A_TURN);
  }
  expect(settled).toEqual(numbers);
});

it('a place that is out of sight costs something to look at, and never makes up for other work', () => {
  const { tail, drawings } = rig();
  tail.push(Buffer.alloc(KEEP_BYTES, '.'));
  tail.push(Buffer.alloc(KEEP_BYTES, '.'));
  const before = drawings.work;
  drawings.draw({ start: tail.start, anchor: tail.start }, 100);
  expect(drawings.work).toBeGreaterThan(before);
});

it('a line is known that stood on the screen when the end came, before the target began a new row', async () => {
  const plain = await new Watched().show('$ ').type('echo 5').show('echo 5').type('\r').end();
  expect(plain.commands).toMatchObject([{ text: 'echo 5', isHidden: false }]);
  // An editor that says when it lets go of its line had no time to say so.
  const bracketed = new Watched().show('\u001B[?2004h$ ').type('echo 6').show('echo 6').type('\r');
  expect((await bracketed.end()).commands).toMatchObject([{ text: 'echo 6', isHidden: false }]);
});

it('what was not shown is not known at the end either', async () => {
  const secret = await new Watched().show('Password: ').type('s3cret').type('\r').end();
  expect(secret.commands).toMatchObject([{ text: '', isHidden: true }]);
  const stars = await new Watched().show('Password: ').type('s3cret').show('******').type('\r').end();
  expect(stars.texts.join()).not.toContain('s3cret');
});
