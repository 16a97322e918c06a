import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AllowedCommand, findAllowedValues, isAllowedScript, isPlainValue } from './allowed-command.ts';
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

describe('a script that was typed as a whole', () => {
  const find = (content: string, script: string) => findAllowedValues({ content }, script);

  it('is the command with the values found in it', () => {
    expect(find('uptime', 'uptime')).toEqual({});
    expect(find('tail -n {{lines:10}} /var/log/{{file}}.log', 'tail -n 20 /var/log/a/b.log')).toEqual({
      lines: '20',
      file: 'a/b',
    });
    expect(
      find(
        'systemctl restart {{unit}}; systemctl status {{unit}}',
        'systemctl restart a; systemctl status a',
      ),
    ).toEqual({ unit: 'a' });
    // Of whoever made the strategy, though nobody could type it as a value.
    expect(find('ls {{what:-l /srv}}', 'ls -l /srv')).toEqual({ what: '-l /srv' });
    expect(find("docker inspect -f '{{{{json .}}'  {{id}}", "docker inspect -f '{{json .}}'  c1")).toEqual({
      id: 'c1',
    });
  });

  it.each([
    ['two values for one name', 'ping {{host}} {{host}}', 'ping a b'],
    ['no value', 'ping {{host}}', 'ping '],
    ['an option', 'ping {{host}}', 'ping -f'],
    ['another blank', 'ping {{host}}', 'ping  a'],
    ['a second command', 'ping {{host}}', 'ping a;reboot'],
    ['a line break at the end', 'ping {{host}}', 'ping a\n'],
    ['more than the command', 'ping {{host}} -c 1', 'ping a -c 1 b'],
    ['a folder above, made of two values', 'cat /srv/{{a}}{{b}}', 'cat /srv/../x'],
    ['part of a default', 'ls {{what:-l /srv}}', 'ls -l /'],
  ])('is not with %s', (_what, content, script) => {
    expect(find(content, script)).toBeUndefined();
  });

  it('is found for whatever values the console would take', () => {
    const value = fc.stringMatching(/^[a-z0-9@%+,][a-z0-9_:@%+,-]{0,8}$/);
    fc.assert(
      fc.property(fc.record({ a: value, b: value }), (values) => {
        const content = 'x {{a}}-{{b}} {{a}}';
        expect(find(content, fillParameters(content, values))).toBeDefined();
      }),
    );
  });

  it('takes no time over what is made to take long', () => {
    const content = Array.from({ length: 40 }, (_, at) => `{{p${at}}}`).join('');
    // Three times, since a machine may stand still in one.
    const taken = [1, 2, 3].map(() => {
      const started = performance.now();
      expect(find(`${content}!`, 'a'.repeat(60_000))).toBeUndefined();
      return performance.now() - started;
    });
    expect(Math.min(...taken)).toBeLessThan(1000);
  });
});

it('is kept as jobs keep their scripts', () => {
  expect(AllowedCommand.parse({ name: 'a', content: 'one\r\ntwo\r\n' }).content).toBe('one\ntwo');
  expect(AllowedCommand.safeParse({ name: 'a', content: ' \n' }).success).toBe(false);
});
