import { expect, it } from 'vitest';

import { scriptLines } from './script-lines.ts';

it.each([
  ['one after the other', 'ls\npwd', ['ls', 'pwd']],
  ['a command over two lines', 'r\\\nm x', ['rm x']],
  ['blank lines and comments', '\n# nothing\n  \nls', ['ls']],
])('are %s', (_what, script, expected) => {
  expect(scriptLines(script)).toEqual(expected);
});

it.each([
  ['a comment goes on in no other line', '# harmless \\\nrm x'],
  ['a comment behind a command neither', 'echo a # harmless \\\nrm x'],
  ['nor over several', '# a \\\n# b \\\nrm x'],
])('%s: what stands there is a command', (_what, script) => {
  expect(scriptLines(script)).toContain('rm x');
});
