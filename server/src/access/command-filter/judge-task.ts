import type { PatternFault, Rule, Verdict } from './command-filter.policy.ts';

export type PatternRule = Pick<Rule, 'type' | 'pattern' | 'ignoreCase'>;

/** What the thread is asked: what patterns cost, or what a filter says of a line. */
export type JudgeTask =
  | { kind: 'inspect'; rules: readonly PatternRule[] }
  | {
      kind: 'judge';
      filter: number;
      /** With the first line; then the thread knows them by the number. */
      rules: readonly Rule[] | undefined;
      /** A filter that it need not know any more. */
      forget: number | undefined;
      line: string;
    };

export type JudgeAnswer = { sizes: (PatternFault | number)[] } | { verdict: Verdict };
