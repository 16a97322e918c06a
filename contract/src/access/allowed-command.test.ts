import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AllowedCommand, isAllowedScript, isPlainValue } from './allowed-command.ts';
import { fillParameters } from './command-parameters.ts';

const restart = {
  content: 'systemctl restart "{{service}}"\nsystemctl status {{service}} -n {{lines:10 -q}}',
};
const filled = (values: Record<string, string>) => fillParameters(restart.content, values);

describe('a listed command', () => {
  it('is allowed with plain values and with what the strategy itself proposes', () => {
    for (const service of ['nginx', 'app@2.service', 'web/api:v1.2', 'a-b_c', '50%']) {
      expect(isAllowedScript(restart, filled({ service }), { service })).toBe(true);
    }
    const values = { service: 'nginx', lines: '20' };
    expect(isAllowedScript(restart, filled(values), values)).toBe(true);
  });

  it.each([
    ['a second command', 'nginx; reboot'],
    ['a line break', 'nginx\nreboot'],
    ['a line break at the end', 'nginx\n'],
    ['a carriage return', 'nginx\rreboot'],
    ['a line separator', 'nginx\u2028reboot'],
    ['a paragraph separator', 'nginx\u2029reboot'],
    ['a next line', 'nginx\u0085reboot'],
    ['a substitution', '$(reboot)'],
    ['another substitution', '`reboot`'],
    ['a variable', '$HOME'],
    ['a closing quote', 'x" ; reboot "'],
    ['a single quote', "x' ; reboot '"],
    ['a pipe', 'x|reboot'],
    ['the background', 'x&reboot'],
    ['a redirection', 'x>/etc/passwd'],
    ['a pattern', '*'],
    ['braces', '{a,b}'],
    ['a home folder', '~root'],
    ['an escape', 'x\\'],
    ['a comment', '#'],
    ['a blank', 'a b'],
    ['a full-width semicolon', 'x；reboot'],
    ['an option', '--help'],
    ['a folder above', '../../etc/shadow'],
    ['a folder above inside', 'a/../b'],
    ['half of a folder above', 'a/.'],
    ['the other half', './b'],
    ['a NUL', 'a\u0000b'],
    ['nothing', ''],
  ])('is refused with %s in it', (_what, service) => {
    expect(isPlainValue(service)).toBe(false);
    expect(isAllowedScript(restart, filled({ service }), { service })).toBe(false);
  });

  it('is refused without a value, and where the text is not what the values make', () => {
    expect(isAllowedScript(restart, filled({}), {})).toBe(false);
    const values = { service: 'nginx' };
    for (const more of [' ', '\n', '\nreboot', '; reboot', '\u2028reboot']) {
      expect(isAllowedScript(restart, filled(values) + more, values)).toBe(false);
      expect(isAllowedScript(restart, more + filled(values), values)).toBe(false);
    }
    expect(isAllowedScript(restart, filled({ service: 'ssh' }), values)).toBe(false);
    expect(isAllowedScript(restart, restart.content, { service: '{{service}}' })).toBe(false);
    expect(isAllowedScript({ content: 'uptime' }, 'uptime', { __proto__: 'x', toString: 'y' })).toBe(true);
  });

  it('never lets a value bring anything that a shell reads as more than one plain word', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...Array.from(' \n\r\t$`"\'\\;|&<>(){}[]*?~#!=^-./a1\u2028\u00A0；')),
          maxLength: 6,
        }),
        (service) => {
          const isAllowed = isAllowedScript(restart, filled({ service }), { service });
          expect(isAllowed && /[^\w./:@%+,-]/.test(service)).toBe(false);
        },
      ),
    );
  });
});

it('is kept as jobs keep their scripts', () => {
  expect(AllowedCommand.parse({ name: 'a', content: 'one\r\ntwo\r\n' }).content).toBe('one\ntwo');
  expect(AllowedCommand.safeParse({ name: 'a', content: ' \n' }).success).toBe(false);
});
