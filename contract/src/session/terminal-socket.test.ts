import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  decodeFrame,
  encodeBinary,
  encodeText,
  MAX_TERMINAL_SIDE,
  TextFrameEncoder,
  type Frame,
} from './terminal-socket.ts';

const side = fc.integer({ min: 1, max: MAX_TERMINAL_SIDE });
const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ type: fc.constant('closed' as const), reason: fc.string({ unit: 'grapheme' }) }),
  fc.record({ type: fc.constant('data' as const), bytes: fc.uint8Array() }),
  fc.record({ type: fc.constant('resize' as const), size: fc.record({ cols: side, rows: side }) }),
  fc.record({ type: fc.constant('ack' as const), offset: fc.nat() }),
  fc.record({
    type: fc.constant('attached' as const),
    at: fc.record({ output: fc.nat(), input: fc.nat(), size: fc.record({ cols: side, rows: side }) }),
  }),
  fc.record({
    type: fc.constant('notice' as const),
    notice: fc.record({ kind: fc.constantFrom('message', 'idle'), text: fc.string({ unit: 'grapheme' }) }),
  }),
  fc.constantFrom<Frame>({ type: 'connected' }, { type: 'ping' }),
);

describe('the terminal codec', () => {
  it('reads back every frame it writes in binary, byte for byte', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        expect(decodeFrame(encodeBinary(frame))).toEqual(frame);
      }),
    );
  });

  it('reads back every text frame whose data is text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const frame: Frame = { type: 'data', bytes: new TextEncoder().encode(text) };
        expect(decodeFrame(encodeText(frame))).toEqual(frame);
      }),
    );
  });

  it('speaks the product family’s frames', () => {
    expect(decodeFrame('3eyJjb2xzIjo4MCwicm93cyI6MjR9')).toEqual({
      type: 'resize',
      size: { cols: 80, rows: 24 },
    });
    expect(decodeFrame('2ls\r')).toEqual({ type: 'data', bytes: new TextEncoder().encode('ls\r') });
    expect(encodeText({ type: 'connected' })).toBe('1');
    expect(encodeText({ type: 'ping' })).toBe('4');
    expect(encodeText({ type: 'closed', reason: '連線已中斷' })).toBe('0連線已中斷');
  });

  it.each([
    '',
    '9',
    'x',
    '3',
    '3????',
    `3${btoa('{}')}`,
    `3${btoa('null')}`,
    `3${btoa('{"cols":0,"rows":24}')}`,
    `3${btoa('{"cols":80,"rows":1e9}')}`,
  ])('ignores the broken frame %j', (message) => {
    expect(decodeFrame(message)).toBeUndefined();
  });

  it('answers a frame or nothing, whatever arrives', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uint8Array()), (message) => {
        expect(['object', 'undefined']).toContain(typeof decodeFrame(message));
      }),
    );
  });

  it('does not damage a character that is split between two packets', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.array(fc.nat(100), { maxLength: 5 }),
        (text, cuts) => {
          const bytes = new TextEncoder().encode(text);
          const encoder = new TextFrameEncoder();
          const points = [
            0,
            ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b),
            bytes.length,
          ];
          const frames = points
            .slice(1)
            .map((end, index) => encoder.encodeData(bytes.subarray(points[index], end)));
          expect(frames.map((frame) => frame?.slice(1) ?? '').join('')).toBe(text);
        },
      ),
    );
  });
});
