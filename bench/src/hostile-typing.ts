import { randomInt } from 'node:crypto';

import type { Frame } from '@jadegate/contract/session/terminal-socket';

const KILOBYTE = 1024;
/** As much as a frame may hold. */
const LARGEST = KILOBYTE * KILOBYTE - 2;
const FRAMES = 40;
const PIECES = [
  'x',
  'ls -la ',
  '\u0001',
  '\u0002',
  '\u0003',
  '\u0017',
  '\u007F',
  '\t',
  '\u001B[A',
  '\u001B[D',
  '\r',
  '\u001B[200~pasted\rlines\r\u001B[201~',
  '\u7389\u9580',
] as const;

/** What one person can send that makes a reader of lines work, by name. */
export const HOSTILE_TYPING: readonly (readonly [name: string, frames: () => Frame[]])[] = [
  ['38,000 letters, each with a step back', () => keys('x\u0002', 76 * KILOBYTE)],
  ['38,000 letters and as many steps back', () => [...keys('x', 38_000), ...keys('\u0002', 38_000)]],
  ['900 kB of beginnings, steps back and letters', () => keys('\u0001\u0002x', 900 * KILOBYTE)],
  ['5,000 short lines', () => keys(': 1\r', 4 * 5000)],
  ['200,000 short lines that are left unread', () => keys(': 1\r', 4 * 200_000)],
  ['frames of any kind and size', anyFrames],
];

function keys(piece: string, bytes: number): Frame[] {
  return [{ type: 'data', bytes: Buffer.alloc(bytes, piece) }];
}

function anyFrames(): Frame[] {
  return Array.from({ length: FRAMES }, (): Frame => {
    if (randomInt(4) === 0) {
      return { type: 'resize', size: { cols: 1 + randomInt(200), rows: 1 + randomInt(60) } };
    }
    // Few kinds of keys in one frame, over and over: that is what makes a reader slow.
    const piece = Array.from({ length: 1 + randomInt(3) }, () => PIECES[randomInt(PIECES.length)]).join('');
    return { type: 'data', bytes: Buffer.alloc(1 + randomInt(LARGEST), piece) };
  });
}
