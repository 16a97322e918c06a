import { describe, expect, it } from 'vitest';

import {
  decodeName,
  encodeName,
  isFileName,
  joinPath,
  normalPath,
  parentPath,
  showName,
} from './file-path.ts';

/** The same numbers in every run, so that a failure can be seen again. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

const PIECES = [
  '/',
  '//',
  '.',
  '..',
  '...',
  'a',
  '檔',
  '\0',
  '\\',
  ' ',
  '~',
  '%2e',
  '\uf7ff',
  '🙂',
  '\ud800',
  '-',
  '\n',
];

describe('a name', () => {
  it('comes back as the bytes it was, whatever they are', () => {
    const random = numbers(7);
    for (let round = 0; round < 5000; round++) {
      const length = random.next().value % 12;
      const bytes = Uint8Array.from({ length }, () => random.next().value % 256);
      const text = decodeName(bytes);
      expect([...encodeName(text)]).toEqual([...bytes]);
      expect(text.isWellFormed()).toBe(true);
      expect(showName(text)).not.toMatch(/[\uf780-\uf7ff\p{Cc}]/u);
    }
  });

  it('that is UTF-8 reads as itself', () => {
    for (const name of ['a', '檔案.txt', 'e\u0301', '\ufeffbom', '🙂']) {
      expect(decodeName(new TextEncoder().encode(name))).toBe(name);
    }
  });

  it('shows what would hide or turn around', () => {
    expect(showName(decodeName(Uint8Array.of(0xa4, 0x41)))).toBe('\\xa4A');
    expect(showName('a\u202egpj.exe')).toBe('a\\u{202e}gpj.exe');
    expect(showName('a\nb')).toBe('a\\u{a}b');
  });
});

describe('a path', () => {
  it('is absolute, in one form, and never leads up', () => {
    const random = numbers(11);
    for (let round = 0; round < 20_000; round++) {
      const length = random.next().value % 8;
      const text = Array.from({ length }, () => PIECES[random.next().value % PIECES.length] ?? '').join('');
      const path = normalPath(text);
      if (path === undefined) {
        continue;
      }
      expect(path).toMatch(/^\//);
      expect(path).not.toMatch(/\/\/|\0|\/\.{1,2}(\/|$)/);
      expect(path === '/' || !path.endsWith('/')).toBe(true);
      expect(normalPath(path)).toBe(path);
      const name = path.slice(path.lastIndexOf('/') + 1);
      expect(path === '/' || joinPath(parentPath(path), name) === path).toBe(true);
      expect(path === '/' || isFileName(name)).toBe(true);
    }
  });

  it.each(['', 'a', '../a', '/a/..', '/..', '/a/../../b', '/a\0b', '/\ud800', `/${'長'.repeat(1366)}`])(
    'is not %j',
    (text) => {
      expect(normalPath(text)).toBeUndefined();
    },
  );

  it.each([
    ['/', '/'],
    ['//', '/'],
    ['//a///b/', '/a/b'],
    ['/./a/.', '/a'],
    ['/...', '/...'],
  ])('%s is %s', (text, path) => {
    expect(normalPath(text)).toBe(path);
  });
});
