import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { describe, expect, it } from 'vitest';

import { Chance } from '../../testing/fuzz.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { threadMs } from '../../testing/thread-ms.ts';
import { InstructionReader, MalformedStream } from './instruction.ts';

/** Everything that ever was counted wrongly by somebody. */
const HOSTILE = [
  '😀',
  '👩‍👩‍👧',
  '玉門關',
  ';',
  ',',
  '1.a;',
  '4.sync,1.0;',
  '.',
  '',
  'é',
  '\u0000',
  '𠮷野家',
  '\r\n',
];

const read = (pieces: readonly Buffer[], maxBytes?: number) => {
  const reader = new InstructionReader(maxBytes === undefined ? {} : { maxBytes });
  return pieces.flatMap((piece) => reader.read(piece)).map(({ opcode, args }) => [opcode, ...args]);
};
const readText = (text: string) => read([Buffer.from(text)]);

function cutAtEvery(bytes: Buffer, size: number): Buffer[] {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) {
    pieces.push(bytes.subarray(at, at + size));
  }
  return pieces;
}

describe('a stream of instructions', () => {
  it('is read by length, whatever its values hold', () => {
    expect(readText('4.args,13.VERSION_1_3_0,8.hostname;')).toEqual([['args', 'VERSION_1_3_0', 'hostname']]);
    expect(readText('4.args,3.a;b,0.,2.玉門,1.😀;3.nop;')).toEqual([
      ['args', 'a;b', '', '玉門', '😀'],
      ['nop'],
    ]);
  });

  it('is the same wherever it is cut', () => {
    const wanted = [
      ['connect', ...HOSTILE],
      ['', 'ping', '1700000000000'],
      ['blob', '1', 'Q'.repeat(3000)],
    ];
    const bytes = Buffer.from(wanted.map((elements) => encodeInstruction(...elements)).join(''));
    for (const size of [1, 2, 3, 5, 7, 64, 1000, bytes.length]) {
      expect(read(cutAtEvery(bytes, size))).toEqual(wanted);
    }
  });

  it('keeps its bytes as they came', () => {
    const bytes = Buffer.from('4.sync,3.123;4.name,2.玉門;');
    const [first, second] = new InstructionReader().read(bytes);
    expect(Buffer.concat([first?.bytes ?? bytes, second?.bytes ?? bytes])).toEqual(bytes);
  });

  it.each([
    ['another protocol', 'HTTP/1.1 400'],
    ['no length', '.args;'],
    ['no dot', '4-args;'],
    ['a length that is too short', '4.argsX'],
    ['a length that nothing has', '99999.a;'],
    ['no element', ';'],
    ['more elements than any instruction', '1.a,'.repeat(300)],
  ])('is refused: %s', (_what, text) => {
    expect(() => readText(text)).toThrow(MalformedStream);
  });

  it('is refused as soon as an instruction is longer than it may be, however slowly it comes', () => {
    const endless = Buffer.from(`4.blob,${'1.a,'.repeat(40)}`);
    expect(() => read(cutAtEvery(endless, 1), 100)).toThrow('too long');
  });

  it('that is not whole is waited for', () => {
    for (const text of ['', '4', '4.', '4.arg', '4.args', '4.args,', '4.args,1', '4.args,1.a']) {
      expect(readText(text)).toEqual([]);
    }
  });

  it('from a host that writes another encoding is handed on in ours, and what follows is not lost', () => {
    const name = Buffer.from([0x34, 0x2e, ...Buffer.from('name,3.a'), 0x80, 0x62, 0x3b]);
    const [first, second] = new InstructionReader().read(Buffer.concat([name, Buffer.from('3.nop;')]));
    expect(first?.args).toEqual(['a\uFFFDb']);
    expect(first?.bytes.toString()).toBe('4.name,3.a\uFFFDb;');
    expect(second?.opcode).toBe('nop');
  });
});

describe('a malformed stream', () => {
  const PARTS = [
    ...HOSTILE,
    '5.',
    '99999.',
    '-1.',
    '0.,',
    '3.key,5.65307,1.1;',
    '\u00ff',
    '4.blob,1.1,8.AAAAAAAA;',
  ];

  it('never crashes the reader, grows it, or holds it up', () => {
    const chance = new Chance(20_260_727);
    const rounds = shortOrSoak(400, 10_000);
    const refusals: unknown[] = [];
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      const reader = new InstructionReader({ maxBytes: 8192 });
      const from = threadMs();
      try {
        for (let piece = 0; piece < 20; piece++) {
          const text = Array.from({ length: 1 + chance.below(40) }, () => chance.of(PARTS)).join('');
          const bytes = Buffer.from(text, chance.of(['utf8', 'latin1', 'utf8'] as const));
          reader.read(bytes.subarray(chance.below(3)));
        }
      } catch (error) {
        refusals.push(error);
      }
      longest = Math.max(longest, threadMs() - from);
    }
    expect(refusals.length).toBeGreaterThan(rounds / 2);
    expect(refusals.filter((error) => !(error instanceof MalformedStream))).toEqual([]);
    expect(longest).toBeLessThan(1000);
  });

  it('of the smallest instructions there are is read 64 kilobytes at a time without a stall', () => {
    const flood = Buffer.from('0.;'.repeat(21_845));
    new InstructionReader().read(flood);
    const from = threadMs();
    for (let round = 0; round < 10; round++) {
      expect(new InstructionReader().read(flood)).toHaveLength(21_845);
    }
    // 50 ms each, and as much again for a machine that does other things.
    expect((threadMs() - from) / 10).toBeLessThan(100);
  });
});
