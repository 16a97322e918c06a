import fc from 'fast-check';
import { expect, it } from 'vitest';

import { withReturns } from './with-returns.ts';

const CR = 13;

/** Byte by byte, as it is meant. */
function expected(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte, at) => (byte === 10 && bytes[at - 1] !== CR ? [CR, byte] : [byte]));
}

it('puts one return before each line end that has none, wherever the pieces are cut', () => {
  const output = fc.array(fc.constantFrom(10, CR, 97, 0, 255)).map((bytes) => Uint8Array.from(bytes));
  fc.assert(
    fc.property(output, fc.nat(), (bytes, cut) => {
      const at = cut % (bytes.length + 1);
      const drawn = [
        ...withReturns(bytes.subarray(0, at), 0),
        ...withReturns(bytes.subarray(at), bytes[at - 1] ?? 0),
      ];
      expect(drawn).toEqual(expected(bytes));
    }),
  );
});
