import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { loginPath, returnPath } from './return-path.ts';

const ORIGIN = 'https://gate.example';
const from = (path: string) => returnPath(`?${new URLSearchParams({ from: path }).toString()}`, ORIGIN);

describe('the path to go back to after signing in', () => {
  it('is a page of the console, with its query', () => {
    expect(from('/credential?name=db#top')).toBe('/credential?name=db#top');
  });

  it('is the root when nothing is said', () => {
    expect(returnPath('', ORIGIN)).toBe('/');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '//evil.example/credential',
    '/\\evil.example/credential',
    '/x/..//evil.example/credential',
    '/.//evil.example/credential',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    '/login',
    '/login?from=/login',
    '/x/../login',
    '/.//evil.example/',
    '/x/..//evil.example/',
    '/%2e//evil.example',
    '/./\\evil.example',
    '/.//login',
  ])('never leaves this origin, and never loops: %j', (path) => {
    expect(from(path)).toBe('/');
  });
});

it('is the same path of this origin, whoever reads it once more, from any pieces', () => {
  const PIECES = ['\t', '\n', ...'/ // /. /.. /%2e \\ evil.example login : @ ? # x %2f'.split(' ')];
  const paths = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`);
  fc.assert(
    fc.property(paths, (path) => {
      const back = from(path);
      expect(back).toMatch(/^\/(?![/\\])/);
      const opened = new URL(back, ORIGIN);
      expect([opened.origin, opened.pathname + opened.search + opened.hash]).toEqual([ORIGIN, back]);
      expect(from(back)).toBe(back);
    }),
    { numRuns: 500 },
  );
});

describe('the address of the login page', () => {
  it('keeps a fragment out of the query, where servers would see it', () => {
    const here = new URL('/share-session?a=1#secret', ORIGIN) as unknown as Location;
    expect(loginPath(here)).toBe('/login?from=%2Fshare-session%3Fa%3D1#secret');
  });
});
