import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Instruction } from '../../protocols/guacd/instruction.ts';
import { DeferredResize } from './deferred-resize.ts';

let sent: string[] = [];
let hold: DeferredResize;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  hold = new DeferredResize((size) => sent.push(size.toString()));
});
afterEach(() => void vi.useRealTimers());

const size = (width: number) => Buffer.from(encodeInstruction('size', width, 700, 96));
const draw = (opcode: string, ...args: string[]) => hold.follow({ opcode, args } as unknown as Instruction);

it('keeps the last size until a second after the first frame of the picture', () => {
  expect(hold.keeps(size(800))).toBe(true);
  // as xrdp does long before its desktop begins: a pointer, and frames with nothing
  draw('img', '3', '12', '-1', 'image/png', '0', '0');
  draw('sync', '1');
  vi.advanceTimersByTime(60_000);
  expect(hold.keeps(size(900))).toBe(true);
  draw('img', '3', '14', '0', 'image/png', '0', '0');
  draw('sync', '2');
  vi.advanceTimersByTime(999);
  expect(sent).toEqual([]);
  draw('sync', '3');
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([size(900).toString()]);
  expect(hold.keeps(size(1000))).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
});

it.each([
  ['rect', ['0', '0', '0', '9', '9']],
  ['copy', ['-1', '0', '0', '9', '9', '14', '0', '0', '0']],
  ['transfer', ['-1', '0', '0', '9', '9', '12', '0', '0', '0']],
] as const)(
  'knows a picture that begins with %s, and sends nothing where nobody asked for a size',
  (opcode, args) => {
    draw(opcode, ...args);
    draw('sync', '1');
    vi.advanceTimersByTime(1000);
    expect(hold.keeps(size(800))).toBe(false);
    expect(sent).toEqual([]);
  },
);

it('sends nothing to a desktop that is closed', () => {
  hold.keeps(size(800));
  draw('rect', '0', '0', '0', '9', '9');
  draw('sync', '1');
  hold.close();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
});
