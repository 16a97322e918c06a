// Proves that the rules of .oxlintrc.json are on, those that need types included.
import { beforeAll, describe, expect, it } from 'vitest';

import { lint } from './lint/lint-cases.mjs';

/** [sentence, rule, [wrong file, its code], [right file, its code]] */
const cases = [
  [
    'no floating promise',
    'typescript(no-floating-promises)',
    [
      'server/src/kernel/q.ts',
      'const work = async (): Promise<void> => {};\nexport const q = (): void => {\n  work();\n};',
    ],
    [
      'server/src/kernel/r.ts',
      'const work = async (): Promise<void> => {};\nexport const r = async (): Promise<void> => {\n  await work();\n};',
    ],
  ],
  [
    'nor one that is thrown away',
    'typescript(no-floating-promises)',
    [
      'server/src/kernel/q2.ts',
      'const work = async (): Promise<void> => {};\nexport const q = (): void => {\n  void work();\n};',
    ],
    [
      'server/src/kernel/r2.ts',
      "import { runInBackground } from './defects.ts';\nconst work = async (): Promise<void> => {};\nexport const r = (): void => {\n  runInBackground(work(), 'work');\n};",
    ],
  ],
  [
    'also where no statement is',
    'eslint(no-void)',
    [
      'server/src/kernel/q3.ts',
      'const work = async (): Promise<void> => {};\nexport const q = (): void => void work();',
    ],
    [
      'web/src/api/r3.ts',
      'const work = async (): Promise<void> => {};\nexport const r = (): void => void work();',
    ],
  ],
  [
    'no promise where none is expected',
    'typescript(no-misused-promises)',
    ['server/src/kernel/s.ts', 'export const s = (a: number[]): void => {\n  a.forEach(async () => {});\n};'],
    [
      'server/src/kernel/t.ts',
      'export const t = async (a: number[]): Promise<void> => {\n  await Promise.all(a.map(async () => {}));\n};',
    ],
  ],
  [
    'await needs a promise',
    'typescript(await-thenable)',
    ['server/src/kernel/u.ts', 'export const u = async (a: number): Promise<number> => await a;'],
    ['server/src/kernel/v.ts', 'export const v = async (a: Promise<number>): Promise<number> => await a;'],
  ],
  [
    'a switch names every member',
    'typescript(switch-exhaustiveness-check)',
    [
      'server/src/kernel/w.ts',
      "export function w(a: 'x' | 'y'): void {\n  switch (a) {\n    case 'x':\n      break;\n  }\n}",
    ],
    [
      'server/src/kernel/x.ts',
      "export function x(a: 'x' | 'y'): void {\n  switch (a) {\n    case 'x':\n    case 'y':\n      break;\n  }\n}",
    ],
  ],
  [
    'no any',
    'typescript(no-explicit-any)',
    ['server/src/kernel/y.ts', 'export const y = (a: any): unknown => a;'],
    ['server/src/kernel/z.ts', 'export const z = (a: unknown): unknown => a;'],
  ],
  [
    'no non-null assertion',
    'typescript(no-non-null-assertion)',
    ['server/src/kernel/aa.ts', 'export const a = (b: string | null): string => b!;'],
    ['server/src/kernel/ab.test.ts', 'export const a = (b: string | null): string => b!;'],
  ],
  [
    'types are imported as types',
    'typescript(consistent-type-imports)',
    ['server/src/kernel/ac.ts', "import { Clock } from './clock.ts';\nexport type A = Clock;"],
    ['server/src/kernel/ad.ts', "import type { Clock } from './clock.ts';\nexport type A = Clock;"],
  ],
  [
    'nothing odd in a template',
    'typescript(restrict-template-expressions)',
    ['server/src/kernel/ae.ts', 'export const a = (b: object | undefined): string => `${b}`;'],
    ['server/src/kernel/af.ts', 'export const a = (b: number): string => `${b}`;'],
  ],
  [
    'sorting numbers needs a comparison',
    'typescript(require-array-sort-compare)',
    ['server/src/kernel/ag.ts', 'export const a = (b: number[]): number[] => b.sort();'],
    ['server/src/kernel/ah.ts', 'export const a = (b: number[]): number[] => b.sort((c, d) => c - d);'],
  ],
  [
    'only errors are thrown',
    'typescript(only-throw-error)',
    ['server/src/kernel/ai.ts', "export const a = (): never => {\n  throw 'no';\n};"],
    ['server/src/kernel/aj.ts', "export const a = (): never => {\n  throw new Error('no');\n};"],
  ],
  [
    'a caught error is kept',
    'eslint(preserve-caught-error)',
    [
      'server/src/kernel/ak.ts',
      "export function a(b: () => void): void {\n  try {\n    b();\n  } catch (error) {\n    throw new Error('no');\n  }\n}",
    ],
    [
      'server/src/kernel/al.ts',
      "export function a(b: () => void): void {\n  try {\n    b();\n  } catch (error) {\n    throw new Error('no', { cause: error });\n  }\n}",
    ],
  ],
  [
    'no console',
    'eslint(no-console)',
    ['server/src/kernel/am.ts', "console.log('a');"],
    ['scripts/c.mjs', "console.log('a');"],
  ],
  [
    'no default export',
    'import(no-default-export)',
    ['server/src/kernel/an.ts', 'export default 1;'],
    ['web/vite.config.ts', 'export default {};'],
  ],
  [
    'hooks are not conditional',
    'react-hooks(rules-of-hooks)',
    [
      'web/src/hooks/useA.ts',
      "import { useState } from 'react';\nexport function useA(b: boolean): unknown {\n  return b ? useState(1) : undefined;\n}",
    ],
    [
      'web/src/hooks/useB.ts',
      "import { useState } from 'react';\nexport function useB(): unknown {\n  return useState(1);\n}",
    ],
  ],
  [
    'effects name what they use',
    'react-hooks(exhaustive-deps)',
    [
      'web/src/hooks/useC.ts',
      "import { useEffect } from 'react';\nexport function useC(b: () => void): void {\n  useEffect(() => {\n    b();\n  }, []);\n}",
    ],
    [
      'web/src/hooks/useD.ts',
      "import { useEffect } from 'react';\nexport function useD(b: () => void): void {\n  useEffect(() => {\n    b();\n  }, [b]);\n}",
    ],
  ],
];

let reports;
beforeAll(async () => {
  reports = await lint([
    ...cases.flatMap(([, , wrong, right]) => [wrong, right]),
    ['server/src/kernel/clock.ts', 'export interface Clock {\n  now(): number;\n}'],
  ]);
}, 60_000);

describe.each(cases)('%s', (_sentence, rule, [wrong], [right]) => {
  it(`reports ${wrong}`, () => {
    expect(reports.get(wrong)?.map(({ code }) => code) ?? []).toContain(rule);
  });
  it(`accepts ${right}`, () => {
    expect((reports.get(right) ?? []).filter(({ code }) => code === rule)).toEqual([]);
  });
});
