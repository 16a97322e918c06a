import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { describe, expect, it } from 'vitest';

import { InstructionReader, type Instruction } from '../../protocols/guacd/instruction.ts';
import { InputRights, OutputRights, type Verdict } from './stream-rights.ts';

const NOTHING = () => ({ copy: false, paste: false });
const EVERYTHING = () => ({ copy: true, paste: true });

function instruction(...elements: (string | number)[]): Instruction {
  const [found] = new InstructionReader().read(Buffer.from(encodeInstruction(...elements)));
  if (!found) {
    throw new Error('no instruction');
  }
  return found;
}

const judged = (rights: { judge: (one: Instruction) => Verdict }, ...streams: (string | number)[][]) =>
  streams.map((elements) => rights.judge(instruction(...elements)));
const passed = (verdicts: readonly Verdict[]) => verdicts.map(({ pass }) => pass);
const FORBIDDEN = (stream: number) => encodeInstruction('ack', stream, 'not allowed', 771);

describe('what a client sends', () => {
  it('moves the mouse and types, whatever the rights', () => {
    const sent = [
      ['mouse', 1, 1, 0],
      ['key', 65, 1],
      ['size', 800, 600, 96],
      ['sync', 1],
      ['nop'],
      ['ack', 1, 'OK', 0],
    ];
    expect(passed(judged(new InputRights(NOTHING), ...sent))).toEqual(sent.map(() => true));
  });

  it('does nothing that guacd would read otherwise than the recording does', () => {
    const sent = [
      ['key', 97, 2],
      ['key', 97, '1x'],
      ['key', '97a', 1],
      ['key', 4_294_967_393, 1],
      ['mouse', 1, 1, '1x'],
      ['mouse', 1, 1, -1],
      ['mouse', '1 ', 1, 0],
    ];
    expect(passed(judged(new InputRights(EVERYTHING), ...sent))).toEqual(sent.map(() => false));
    const usual = [
      ['key', 0x0110ffff, 0],
      ['mouse', -5, 8191, 127],
    ];
    expect(passed(judged(new InputRights(NOTHING), ...usual))).toEqual([true, true]);
  });

  it('makes no desktop larger than there are screens', () => {
    const sizes = [
      ['size', 8192, 8192, 96],
      ['size', 8193, 600, 96],
      ['size', 0, 600],
      ['size', 'x', 'y'],
      ['size'],
    ];
    expect(passed(judged(new InputRights(EVERYTHING), ...sizes))).toEqual([true, false, false, false, false]);
  });

  it('pastes with the right only; without it nothing arrives, and the client is told', () => {
    const paste = [
      ['clipboard', 3, 'text/plain'],
      ['blob', 3, 'c2VjcmV0'],
      ['end', 3],
    ];
    expect(passed(judged(new InputRights(EVERYTHING), ...paste))).toEqual([true, true, true]);
    const [begin, ...rest] = judged(new InputRights(NOTHING), ...paste);
    const attempt = { kind: 'paste', name: '' };
    expect(begin).toEqual({ pass: false, refuse: FORBIDDEN(3), attempt });
    expect(passed(rest)).toEqual([false, false]);
  });

  it('is heard with the right only; without it the stream is refused, and its pieces with it', () => {
    const sound = [
      ['audio', 4, 'audio/L16;rate=44100,channels=2'],
      ['blob', 4, 'AAAA'],
      ['end', 4],
    ];
    const heard = new InputRights(() => ({ ...NOTHING(), microphone: true }));
    expect(passed(judged(heard, ...sound))).toEqual([true, true, true]);
    const [begin, ...rest] = judged(new InputRights(EVERYTHING), ...sound);
    expect(begin).toEqual({ pass: false, refuse: FORBIDDEN(4) });
    expect(passed(rest)).toEqual([false, false]);
  });

  it('cannot smuggle a paste through the stream of another, or one that was closed', () => {
    const rights = new InputRights(EVERYTHING);
    expect(
      passed(judged(rights, ['clipboard', 3, 'text/plain'], ['end', 3], ['blob', 3, 'eA=='], ['end', 3])),
    ).toEqual([true, true, false, false]);
    expect(passed(judged(rights, ['blob', 4, 'eA=='], ['blob', '03', 'eA==']))).toEqual([false, false]);
  });

  it.each([
    ['a file', ['file', 5, 'text/plain', 'evil.exe'], 'evil.exe'],
    ['a file for the drive', ['put', 0, 5, 'text/plain', '/evil.exe'], '/evil.exe'],
    ['a pipe', ['pipe', 5, 'text/plain', 'name'], undefined],
    ['sound', ['audio', 5, 'audio/L16'], undefined],
  ])('brings no %s in, nor what follows it', (_what, begin, name) => {
    const [first, ...rest] = judged(new InputRights(EVERYTHING), begin, ['blob', 5, 'eA=='], ['end', 5]);
    expect(first).toMatchObject({ pass: false, refuse: FORBIDDEN(5) });
    expect(first?.attempt).toEqual(name && { kind: 'upload', name });
    expect(passed(rest)).toEqual([false, false]);
  });

  it('takes no file out of a drive', () => {
    const [verdict] = judged(new InputRights(EVERYTHING), ['get', 0, '/secret.txt']);
    expect(verdict).toEqual({ pass: false, attempt: { kind: 'download', name: '/secret.txt' } });
  });

  it('loses a paste that is under way with the right to it', () => {
    let rights = EVERYTHING();
    const input = new InputRights(() => rights);
    expect(passed(judged(input, ['clipboard', 3, 'text/plain'], ['blob', 3, 'eA==']))).toEqual([true, true]);
    rights = NOTHING();
    expect(passed(judged(input, ['blob', 3, 'eA=='], ['end', 3], ['clipboard', 3, 'text/plain']))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it.each([['select', 'ssh'], ['connect', 'a'], ['error', 'x', 1], ['whatever']])(
    'is no %s',
    (...elements) => {
      expect(judged(new InputRights(EVERYTHING), elements)).toEqual([{ pass: false }]);
    },
  );

  it('answers for a password only when guacd has asked', () => {
    const rights = new InputRights(NOTHING);
    const answer = [
      ['argv', 1, 'text/plain', 'password'],
      ['blob', 1, 'eA=='],
      ['end', 1],
    ];
    expect(passed(judged(rights, ...answer))).toEqual([false, false, false]);
    rights.expectAnswer();
    expect(passed(judged(rights, ...answer))).toEqual([true, true, true]);
  });
});

describe('what a desktop sends', () => {
  it('is copied with the right only; those who look on never get it', () => {
    const copy = [
      ['clipboard', 2, 'text/plain'],
      ['blob', 2, 'c2VjcmV0'],
      ['end', 2],
      ['blob', 2, 'picture'],
    ];
    expect(judged(new OutputRights(EVERYTHING), ...copy)).toEqual([
      { pass: true, isClipboard: true },
      { pass: true, isClipboard: true },
      { pass: true, isClipboard: true },
      { pass: true },
    ]);
    expect(passed(judged(new OutputRights(NOTHING), ...copy))).toEqual([false, false, false, true]);
  });

  it('is drawn, whatever the rights, also while a stream is refused', () => {
    const drawn = [
      ['clipboard', 2, 'text/plain'],
      ['img', 1, 14, 0, 'image/png', 0, 0],
      ['blob', 1, 'eA=='],
      ['end', 1],
    ];
    expect(passed(judged(new OutputRights(NOTHING), ...drawn))).toEqual([false, true, true, true]);
  });

  it('loses a copy that is under way with the right to it', () => {
    let rights = EVERYTHING();
    const output = new OutputRights(() => rights);
    expect(passed(judged(output, ['clipboard', 2, 'text/plain'], ['blob', 2, 'eA==']))).toEqual([true, true]);
    rights = NOTHING();
    expect(passed(judged(output, ['blob', 2, 'eA=='], ['end', 2]))).toEqual([false, true]);
  });

  it.each([
    ['file', ['file', 4, 'text/plain', 'secret.txt'], 'secret.txt'],
    ['pipe', ['pipe', 4, 'text/plain', 'x'], undefined],
    ['file of a drive', ['body', 0, 4, 'text/plain', '/secret.txt'], '/secret.txt'],
  ])('hands out no %s, and guacd is told', (_what, begin, name) => {
    const rights = new OutputRights(EVERYTHING);
    const [verdict] = judged(rights, begin);
    expect(verdict).toMatchObject({ pass: false, refuse: FORBIDDEN(4) });
    expect(verdict?.attempt).toEqual(name && { kind: 'download', name });
    const rest = judged(rights, ['blob', 4, 'c2VjcmV0'], ['end', 4], ['blob', 4, 'next']);
    expect(passed(rest)).toEqual([false, false, true]);
  });

  it('hands out nothing when more was refused than anybody remembers', () => {
    const rights = new OutputRights(NOTHING);
    const many = Array.from({ length: 300 }, (_, stream) => ['clipboard', stream, 'text/plain']);
    const pieces = many.map(([, stream = 0]) => ['blob', stream, 'c2VjcmV0']);
    expect(passed(judged(rights, ...many, ...pieces))).not.toContain(true);
  });

  it('offers no drive', () => {
    expect(judged(new OutputRights(EVERYTHING), ['filesystem', 0, 'GUACFS'])).toEqual([{ pass: false }]);
  });
});
