import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitLine } from './shell-split.ts';

const texts = (line: string) => splitLine(line).commands.map((command) => command.text);

describe('splitting a line', () => {
  it.each<[string, string[]]>([
    ['ls', ['ls']],
    ['a; b && c || d | e & f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a |& b', ['a', 'b']],
    ['echo "a; b" \'c && d\' e\\;f', ['echo "a; b" \'c && d\' e\\;f']],
    ['echo $(rm x; ls)', ['echo $(rm x; ls)', 'rm x', 'ls']],
    ['echo "$(rm x)"', ['echo "$(rm x)"', 'rm x']],
    ["echo '$(rm x)'", ["echo '$(rm x)'"]],
    ['echo `rm x` y', ['echo `rm x` y', 'rm x']],
    ['echo `a \\`rm x\\``', ['echo `a \\`rm x\\``', 'a `rm x`', 'rm x']],
    ['(rm x; ls) > y', ['rm x', 'ls', '> y']],
    ['diff <(rm x) <(ls)', ['diff <(rm x) <(ls)', 'rm x', 'ls']],
    ['echo $( (a) ; b ) c', ['echo $( (a) ; b ) c', 'a', 'b']],
    ['a 2>&1 | b &> c', ['a 2>&1', 'b &> c']],
    ["# don't\nrm x", ["# don't", 'rm x']],
    ['echo "open rm', ['echo "open rm', 'open rm']],
    ["echo it's; rm x", ["echo it's", 'rm x']],
  ])('%j', (line, expected) => {
    expect(texts(line)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['r\\m  -rf\t/', ['rm', '-rf', '/']],
    ["'rm' \"-r\"f ''", ['rm', '-rf', '']],
    ['$\'\\x72\\155\' $"a"', ['rm', 'a']],
    ['rm${IFS}-rf$IFS/', ['rm', '-rf', '/']],
    ['rm \\\n -rf', ['rm', '-rf']],
    ['r\\\nm x', ['rm', 'x']],
    ['>/dev/null 2>&1 rm < in -f >>out x', ['rm', '-f', 'x']],
    ['echo 2 3>x', ['echo', '2']],
  ])('reads the words of %j', (line, words) => {
    expect(splitLine(line).commands[0]?.words).toEqual(words);
  });

  it('keeps every piece, whatever joins them', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9./-]{0,8}$/);
    const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const operator = fc.constantFrom(';', '&&', '||', '|', '&', '\n', ' ; ', ' |& ');
    fc.assert(
      fc.property(fc.array(fc.tuple(command, operator), { minLength: 1, maxLength: 20 }), (parts) => {
        const line = parts.map(([text, joint]) => text + joint).join('');
        expect(texts(line)).toEqual(parts.map(([text]) => text));
      }),
    );
  });
});
