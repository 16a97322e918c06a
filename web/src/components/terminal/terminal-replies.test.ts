import { describe, expect, it } from 'vitest';

import { isTerminalAnswer } from './terminal-replies.ts';

describe('an answer to a program', () => {
  it.each(['[5;10R', '[?1;2c', '[>0;276;0c', '[0n', ']10;rgb:d6/d6/d6\u0007', '[I', '[O', 'P1$r0m'])(
    'is given by one terminal only: %j',
    (rest) => expect(isTerminalAnswer(`\u001B${rest}`)).toBe(true),
  );

  it.each(['[A', 'OP', '[15~', '[200~text', '[<0;3;4M', '[M !!'])(
    'is neither a key nor the mouse, which everybody has: %j',
    (rest) => expect(isTerminalAnswer(`\u001B${rest}`)).toBe(false),
  );
});
