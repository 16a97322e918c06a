import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fillParameters, listParameters } from './command-parameters.ts';

describe('the parameters of a command', () => {
  it('are listed once each, in order, with the first default given', () => {
    expect(listParameters('ssh -p {{port}} {{使用者}}@{{ host }} -p {{port:22}} {{port:23}}')).toEqual([
      { name: 'port', default: '22' },
      { name: '使用者', default: '' },
      { name: 'host', default: '' },
    ]);
  });

  it('take a default with spaces and colons', () => {
    expect(listParameters('curl {{url:http://localhost:80/a b}}')).toEqual([
      { name: 'url', default: 'http://localhost:80/a b' },
    ]);
  });

  it.each([
    "docker inspect --format '{{.State.Status}}' x",
    "docker ps --format '{{json .}}'",
    '{{}}',
    '{{ }}',
    '{{:x}}',
    '{{a\n}}',
    '{{a:b\nc}}',
    '{a}',
    '{{a}',
    '{{{{end}}',
    `{{${'n'.repeat(65)}}}`,
  ])('%j has none', (content) => {
    expect(listParameters(content)).toEqual([]);
  });
});

describe('filling', () => {
  it('puts values in verbatim, in every place, and falls back to the default', () => {
    expect(fillParameters('a {{x}} {{x}} {{y:d}}', { x: `$& $1 "q"; 'r' {{y}}` })).toBe(
      `a $& $1 "q"; 'r' {{y}} $& $1 "q"; 'r' {{y}} d`,
    );
  });

  it('takes an empty value as a value', () => {
    expect(fillParameters('[{{x:d}}]', { x: '' })).toBe('[]');
  });

  it('does not take values from the prototype', () => {
    expect(fillParameters('{{constructor}}', {})).toBe('');
    expect(fillParameters('{{toString:x}}', {})).toBe('x');
  });

  it('turns the escape into plain braces', () => {
    expect(fillParameters('{{{{end}} {{a}}', { a: '1' })).toBe('{{end}} 1');
  });

  it('leaves text without parameters as it is', () => {
    const plain = fc.string({ maxLength: 200 }).filter((text) => !text.includes('{{'));
    fc.assert(
      fc.property(plain, (text) => {
        expect(fillParameters(text, {})).toBe(text);
      }),
    );
  });

  it('is quick on hostile text', () => {
    // Three times, since a machine may stand still in one.
    const taken = [1, 2, 3].map(() => {
      const started = performance.now();
      for (const text of ['{{', '{{a', '{{a:', '{{ ', '{{a ']) {
        listParameters(text.repeat(65_536 / text.length));
      }
      return performance.now() - started;
    });
    expect(Math.min(...taken)).toBeLessThan(1000);
  });
});
