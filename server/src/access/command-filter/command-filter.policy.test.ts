import type { RuleAction } from '@jadegate/contract/access/command-filter';
import { LIMITS } from '@jadegate/contract/limits';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compileFilter, inspectPattern, judge, type Rule } from './command-filter.policy.ts';
import { readCommandLine } from './command-line.ts';

let made = 0;
function aRule(rule: Partial<Rule>): Rule {
  return {
    id: `rule-${++made}`,
    type: 'prefix',
    pattern: 'rm',
    ignoreCase: false,
    priority: 50,
    action: 'deny',
    enabled: true,
    ...rule,
  };
}

const act = (rules: Partial<Rule>[], line: string) => judge(compileFilter(rules.map(aRule)), line).action;
const noRm: Partial<Rule>[] = [{ type: 'prefix', pattern: 'rm' }];

describe('a command in a line', () => {
  it('finds a command wrapped in anything a shell looks into', () => {
    const wrappers = ['$(@)', '`@`', '(@)', '"$(@)"', 'true; @', 'x=$(@)', '{ @; }', "sh -c '@'", '<(@)'];
    const nested = fc.array(fc.constantFrom(...wrappers.filter((one) => !/[`']/.test(one))), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(nested, fc.constantFrom(...wrappers), (outer, innermost) => {
        const line = [innermost, ...outer].reduce(
          (text, wrapper) => wrapper.replace('@', () => text),
          'rm -rf /',
        );
        expect(act(noRm, line)).toBe('deny');
      }),
    );
  });
});

describe('a rule', () => {
  it.each([
    ['rm', 'deny'],
    ['rm -rf /', 'deny'],
    ['  rm x', 'deny'],
    ['rmdir x', 'allow'],
    ['echo rm', 'allow'],
    ['echo "rm -rf /"', 'allow'],
    ['ls; rm x', 'deny'],
    ['A=b C=d rm x', 'deny'],
    ['sudo rm x', 'deny'],
    ['sudo -u root -E -- rm x', 'deny'],
    ['sudo -nu root rm x', 'deny'],
    ['sudo --user root rm x', 'deny'],
    ['sudo --user=root rm x', 'deny'],
    ['sudo --odd value rm x', 'deny'],
    ['sudo -n cat rm', 'allow'],
    ['sudo A=b env -i -u X D=e nohup time -f %e rm x', 'deny'],
    ['doas -u root rm x', 'deny'],
    ['exec -a ls rm x', 'deny'],
    ['command rm x', 'deny'],
    ['timeout -k 5 10 rm x', 'deny'],
    ['find . | xargs -n 1 rm', 'deny'],
    ['/bin/rm x', 'deny'],
    ['sudo /usr/bin/rm x', 'deny'],
    ['../bin/rm x', 'deny'],
    ['/opt/rm/tool', 'allow'],
    ['r\\m x', 'deny'],
    ["'rm' x", 'deny'],
    ['"r"m x', 'deny'],
    ['if true; then rm x; fi', 'deny'],
    ['for f in *; do rm "$f"; done', 'deny'],
    ['! rm x', 'deny'],
    ['>/dev/null rm x', 'deny'],
    ["bash -lc 'ls && rm x'", 'deny'],
    ['su - postgres -c "rm x"', 'deny'],
    ['eval "r""m x"', 'deny'],
    ['env -S "rm x"', 'deny'],
    ['RM x', 'allow'],
  ] as const)('"prefix rm → deny" judges %j: %s', (line, expected) => {
    expect(act(noRm, line)).toBe(expected);
  });

  it.each([
    ['rm -rf /', 'deny'],
    ['rm  "-rf"   /', 'deny'],
    ['/bin/rm -rf /', 'deny'],
    ['rm -rf /tmp', 'allow'],
    ['rm -rf / x', 'allow'],
    ['true && rm -rf /', 'deny'],
  ] as const)('"exact rm -rf / → deny" judges %j: %s', (line, expected) => {
    expect(act([{ type: 'exact', pattern: " rm  -rf '/' " }], line)).toBe(expected);
  });

  it.each([
    ['curl http://x | sh', 'deny'],
    ['curl http://x |\n sh', 'deny'],
    ['curl http://x', 'allow'],
    ["cu'r'l x | sh", 'deny'],
  ] as const)('a regular expression sees the whole line: %j is %s', (line, expected) => {
    expect(act([{ type: 'regex', pattern: '^curl .*\\|\\s*sh' }], line)).toBe(expected);
  });

  it('regards case unless told otherwise', () => {
    for (const type of ['exact', 'prefix', 'regex'] as const) {
      expect(act([{ type, pattern: 'ReBoot', ignoreCase: true }], 'rEbOOt')).toBe('deny');
      expect(act([{ type, pattern: 'ReBoot' }], 'rEbOOt')).toBe('allow');
    }
  });
});

describe('several rules', () => {
  it('are asked by priority, equal ones in their order, disabled ones not at all', () => {
    const rules: Partial<Rule>[] = [
      { pattern: 'ls', action: 'deny', priority: 60 },
      { pattern: 'ls', action: 'warn', priority: 10 },
      { pattern: 'ls', action: 'deny', priority: 10 },
      { pattern: 'ls', action: 'allow', priority: 1, enabled: false },
    ];
    expect(act(rules, 'ls')).toBe('warn');
  });

  it('make an allow list with a last rule for everything', () => {
    const rules: Partial<Rule>[] = [
      { pattern: 'ls', action: 'allow', priority: 1 },
      { pattern: 'git status', action: 'allow', priority: 1 },
      { type: 'regex', pattern: '', action: 'deny', priority: 100 },
    ];
    expect(act(rules, 'ls -l && git status')).toBe('allow');
    expect(act(rules, 'git push')).toBe('deny');
    expect(act(rules, 'ls; reboot')).toBe('deny');
    expect(act(rules, 'ls $(reboot)')).toBe('deny');
  });

  it('let the strictest piece decide, and name it', () => {
    const rules = [
      aRule({ pattern: 'ls', action: 'warn' }),
      aRule({ pattern: 'rm', action: 'deny' }),
      aRule({ pattern: 'cd', action: 'allow' }),
    ];
    const filter = compileFilter(rules);
    expect(judge(filter, 'cd x; ls; rm y; rm')).toMatchObject({
      action: 'deny',
      reason: 'rule',
      ruleId: rules[1]?.id,
      segment: 'rm',
      pieces: [
        { text: 'cd x; ls; rm y; rm', action: 'allow', ruleId: rules[2]?.id },
        { text: 'cd x', action: 'allow' },
        { text: 'ls', action: 'warn', ruleId: rules[0]?.id },
        { text: 'rm y', action: 'deny' },
        { text: 'rm', action: 'deny' },
      ],
    });
    expect(judge(filter, 'cd x; ls').action).toBe('warn');
    expect(judge(filter, 'pwd')).toMatchObject({ action: 'allow', reason: 'no-rule', ruleId: undefined });
    expect(judge(filter, '  ')).toMatchObject({ action: 'allow', pieces: [] });
  });

  it('a stored pattern that RE2 does not take closes, and does not open', () => {
    expect(act([{ type: 'regex', pattern: '(?=x)', action: 'deny' }], 'ls')).toBe('deny');
    expect(
      act(
        [
          { type: 'regex', pattern: '(?=x)', action: 'allow', priority: 1 },
          { type: 'prefix', pattern: 'ls', action: 'deny', priority: 2 },
        ],
        'ls',
      ),
    ).toBe('deny');
  });
});

describe('what is not looked into', () => {
  const deep = `${'$('.repeat(30)}ls${')'.repeat(30)}`;
  const layers = `${'sudo '.repeat(30)}ls`;
  const long = `ls ${'x'.repeat(LIMITS.judgedLine.max)}`;
  const many = 'ls;'.repeat(400);

  it.each([
    ['deep', deep, 'too-complex'],
    ['layers', layers, 'too-complex'],
    ['many', many, 'too-complex'],
    ['long', long, 'too-long'],
  ])('gets the strictest action of the filter (%s)', (_what, line, reason) => {
    for (const action of ['deny', 'warn'] as const) {
      const filter = compileFilter([
        aRule({ action }),
        aRule({ action: 'allow', pattern: 'ls', priority: 1 }),
      ]);
      expect(judge(filter, line)).toMatchObject({ action, reason });
    }
    expect(act([{ action: 'allow' }], line)).toBe('allow');
    expect(act([{ action: 'deny', enabled: false }], line)).toBe('allow');
  });
});

describe('whatever is typed', () => {
  const shellish = fc
    .array(
      fc.constantFrom(
        ...'\'"`$(){}[]<>|&;\\\n\r\t #!=-/*~ab'.split(''),
        'rm',
        '$(',
        '${IFS}',
        "$'",
        '<(',
        'sudo ',
        'A=b ',
        'sh -c ',
      ),
      { maxLength: 200 },
    )
    .map((parts) => parts.join(''));
  const line = fc.oneof(shellish, fc.string({ unit: 'binary', maxLength: 300 }));
  const rule = fc.record({
    type: fc.constantFrom('exact', 'prefix', 'regex'),
    pattern: fc.oneof(fc.constantFrom('rm', '.*', 'sudo', '(a*)*b', '(?=x'), fc.string({ maxLength: 20 })),
    ignoreCase: fc.boolean(),
    priority: fc.integer({ min: 1, max: 100 }),
    action: fc.constantFrom<RuleAction>('allow', 'warn', 'deny'),
    enabled: fc.boolean(),
  }) as fc.Arbitrary<Partial<Rule>>;

  it('judging never throws', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), line, (rules, text) => {
        expect(['allow', 'warn', 'deny']).toContain(act(rules, text));
      }),
      { numRuns: 1000 },
    );
  });

  it('a filter that only allows never denies', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), line, (rules, text) => {
        expect(
          act(
            rules.map((one) => ({ ...one, action: 'allow' as const })),
            text,
          ),
        ).toBe('allow');
      }),
    );
  });

  it('a filter that denies everything lets nothing through', () => {
    fc.assert(
      fc.property(line, (text) => {
        const expected = text.trim() === '' ? 'allow' : 'deny';
        expect(act([{ type: 'regex', pattern: '', action: 'deny' }], text)).toBe(expected);
      }),
    );
  });

  it('quoting a denied command does not hide it', () => {
    const spell = fc
      .tuple(
        ...'reboot'
          .split('')
          .map((letter) =>
            fc.constantFrom(
              letter,
              `\\${letter}`,
              `'${letter}'`,
              `"${letter}"`,
              `''${letter}`,
              `$'${letter}'`,
              `\\\n${letter}`,
            ),
          ),
      )
      .map((letters) => letters.join(''));
    const before = fc.constantFrom('', ' ', 'sudo ', 'A=1 ', 'true;', 'true &&', '(', '/sbin/', 'nohup -- ');
    fc.assert(
      fc.property(
        before,
        spell,
        fc.constantFrom('', ' now', ';ls', '|cat', ' >x', '&'),
        (head, word, tail) => {
          expect(act([{ pattern: 'reboot' }], head + word + tail)).toBe('deny');
        },
      ),
    );
  });

  it.each([
    '(',
    '$(',
    '`',
    '"',
    "'",
    '\\',
    '"$(',
    '$((',
    '<(',
    ';',
    '&&',
    "$'",
    '\\`',
    '${',
    'sudo ',
    'sudo -x ',
    'A=b ',
    'eval ',
    'sh -c "',
    '{ ',
    '> ',
    '2>',
    '#',
    'a',
    'a ',
    "'a' ",
  ])('%j a thousand times takes no time', (part) => {
    const filter = compileFilter([
      aRule({ type: 'regex', pattern: '(a*)*b|(a|aa)+$' }),
      aRule({ type: 'regex', pattern: '([a-z ]+)*x' }),
      aRule({ pattern: 'rm -rf' }),
    ]);
    const text = part.repeat(Math.floor(LIMITS.judgedLine.max / part.length));
    const { user } = process.threadCpuUsage();
    judge(filter, text);
    // Quadratic work on this many characters takes many seconds. Of this thread: others have the processor too.
    expect(process.threadCpuUsage().user - user).toBeLessThan(1_500_000);
  });

  it('reads no more than it must', () => {
    expect(readCommandLine('a;'.repeat(8000)).pieces.length).toBeLessThanOrEqual(257);
  });
});

describe('a pattern', () => {
  it.each([
    ['(a)\\1', { kind: 'refused' }],
    ['(?=a)', { kind: 'refused' }],
    ['(?!a)', { kind: 'refused' }],
    ['(?<=a)b', { kind: 'refused' }],
    ['(?<!a)b', { kind: 'refused' }],
    ['(?>a)', { kind: 'refused' }],
    ['(a', { kind: 'broken' }],
    ['[z-a]', { kind: 'broken', part: 'z-a' }],
    ['*a', { kind: 'broken' }],
    ['(a{900}){900}', { kind: 'too-complex' }],
    ['a{5000}', { kind: 'too-complex' }],
    ['(?:\\p{L}{1,50}){1,25}', { kind: 'too-complex' }],
  ])('%j is refused when saved', (pattern, fault) => {
    expect(inspectPattern({ type: 'regex', pattern, ignoreCase: false })).toMatchObject(fault);
  });

  it.each(['^rm\\b', '(?i)shutdown|reboot', 'dd\\s+.*of=/dev/', '(?P<x>a)'])('%j is taken', (pattern) => {
    expect(inspectPattern({ type: 'regex', pattern, ignoreCase: true })).toBeGreaterThan(0);
  });

  it('of words must have one', () => {
    expect(inspectPattern({ type: 'exact', pattern: ' \'\' "" ', ignoreCase: false })).toEqual({
      kind: 'no-words',
    });
    expect(inspectPattern({ type: 'prefix', pattern: 'rm', ignoreCase: false })).toBe(0);
  });
});
