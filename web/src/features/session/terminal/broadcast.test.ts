import { describe, expect, it } from 'vitest';

import { isTerminalReply } from '../../../components/terminal/terminal-replies.ts';
import { receivers, withCtrl, withHeld } from './broadcast.ts';

const TYPED = { from: 'a', text: 'x', focused: 'a', chosen: ['a', 'b'], visible: ['a', 'b', 'c'] };

describe('what is typed', () => {
  it('goes to the pane it was typed in, and to no other', () => {
    expect(receivers({ ...TYPED, chosen: [] })).toEqual(['a']);
    expect(receivers({ ...TYPED, chosen: ['b', 'c'] })).toEqual(['a']);
  });

  it('goes to all that were chosen, when it is typed in one of them', () => {
    expect(receivers(TYPED)).toEqual(['a', 'b']);
  });

  it('never goes where it cannot be seen', () => {
    expect(receivers({ ...TYPED, chosen: ['a', 'b', 'hidden'] })).toEqual(['a', 'b']);
  });

  it('is not shared when a terminal says it by itself', () => {
    expect(receivers({ ...TYPED, text: '\u001B[24;80R' })).toEqual(['a']);
    expect(receivers({ ...TYPED, from: 'b' })).toEqual(['b']);
  });
});

describe('a reply of the terminal', () => {
  it.each([
    '[5;10R',
    '[?1;2c',
    '[>0;276;0c',
    '[0n',
    ']10;rgb:d6/d6/d6\u0007',
    '[I',
    '[<0;3;4M',
    '[M !!',
    'P1$r0m',
  ])('is told from a key: %j', (rest) => expect(isTerminalReply(`\u001B${rest}`)).toBe(true));
  it.each(['', '[A', 'OP', '[15~', '[1;5C', 'b', '[200~text', '[200~ESC [0n text'])('is not: %j', (rest) =>
    expect(isTerminalReply(`\u001B${rest}`)).toBe(false),
  );
});

it.each([
  ['c', '\u0003'],
  ['C', '\u0003'],
  ['[', '\u001B'],
  ['1', '1'],
  ['\r', '\r'],
  ['中', '中'],
  ['ab', 'ab'],
])('Ctrl with %j', (text, result) => expect(withCtrl(text)).toBe(result));

it('holds Alt as Esc before the key, and Ctrl as always', () => {
  expect(withHeld('Alt', 'b')).toBe('\u001Bb');
  expect(withHeld('Ctrl', 'c')).toBe('\u0003');
});
