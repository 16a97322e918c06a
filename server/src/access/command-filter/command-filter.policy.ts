import type { CommandVerdict, RuleAction, RuleType } from '@jadegate/contract/access/command-filter';
import { LIMITS } from '@jadegate/contract/limits';
import { RE2JS, RE2JSException } from 're2js';

import { readCommandLine, type Piece } from './command-line.ts';
import { plainWords } from './shell-words.ts';

/**
 * Judges a command line by rules. A guard rail against slips and habit, not a wall: aliases, scripts, editors and
 * languages run commands that no reader of the line can see. What a person must never be able to do has to be denied
 * on the target, by its own rights.
 *
 * Pure, never throws, and linear in the line: patterns run in RE2, and what is not looked into (too long, too deeply
 * nested) gets the strictest action the filter has.
 */
export interface Rule {
  id: string;
  type: RuleType;
  pattern: string;
  ignoreCase: boolean;
  priority: number;
  action: RuleAction;
  enabled: boolean;
}

interface CompiledRule {
  id: string;
  action: RuleAction;
  /** How much there is to do for each character, roughly. */
  size: number;
  matches(piece: Piece): boolean;
}

export interface CompiledFilter {
  rules: readonly CompiledRule[];
  strictest: RuleAction;
  size: number;
}

const SEVERITY: Readonly<Record<RuleAction, number>> = { allow: 0, warn: 1, deny: 2 };

export type PatternFault =
  | { kind: 'refused' | 'too-complex' | 'no-words' }
  | { kind: 'broken'; part: string };

/** What is wrong with a pattern, or the size of its program. Asked before a rule is saved. */
export function inspectPattern(rule: Pick<Rule, 'type' | 'pattern' | 'ignoreCase'>): PatternFault | number {
  if (rule.type !== 'regex') {
    return plainWords(rule.pattern).join('') === '' ? { kind: 'no-words' } : 0;
  }
  try {
    const size = compilePattern(rule.pattern, rule.ignoreCase).programSize();
    return size > LIMITS.commandPatternSize.max ? { kind: 'too-complex' } : size;
  } catch (error) {
    return faultOf(rule.pattern, error);
  }
}

function faultOf(pattern: string, error: unknown): PatternFault {
  const message = error instanceof RE2JSException ? error.message : '';
  if (/repeat|too (?:large|big|many|deep)|nest/i.test(message) && !/argument|operator/i.test(message)) {
    return { kind: 'too-complex' };
  }
  const part = /`([^]*)`$/.exec(message)?.[1] ?? pattern;
  return /^\\[1-9]|^\\k|^\(\?(?:[=!>]|<[=!])/.test(part)
    ? { kind: 'refused' }
    : { kind: 'broken', part: part.slice(0, 60) };
}

function compilePattern(pattern: string, ignoreCase: boolean): RE2JS {
  // A dot also takes a line end: a line that was continued is still one command.
  return RE2JS.compile(pattern, RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
}

/** Enabled rules in the order they are asked: smaller priority first, equal ones as given (oldest first). */
export function compileFilter(rules: readonly Rule[]): CompiledFilter {
  const enabled = rules.filter((rule) => rule.enabled).toSorted((a, b) => a.priority - b.priority);
  const compiled = enabled.map((rule) => ({ id: rule.id, action: rule.action, ...matcherOf(rule) }));
  return {
    rules: compiled,
    strictest: strictestOf(rules),
    size: compiled.reduce((sum, { size }) => sum + size, 0),
  };
}

export function strictestOf(rules: readonly Pick<Rule, 'action' | 'enabled'>[]): RuleAction {
  return rules
    .filter(({ enabled }) => enabled)
    .reduce<RuleAction>((found, { action }) => stricter(found, action), 'allow');
}

function stricter(a: RuleAction, b: RuleAction): RuleAction {
  return SEVERITY[b] > SEVERITY[a] ? b : a;
}

type Matcher = Pick<CompiledRule, 'size' | 'matches'>;

function matcherOf(rule: Rule): Matcher {
  if (rule.type === 'regex') {
    return regexMatcher(rule);
  }
  const fold = (word: string) => (rule.ignoreCase ? word.toLowerCase() : word);
  const wanted = plainWords(rule.pattern).map(fold);
  const isExact = rule.type === 'exact';
  const matches = ({ forms }: Piece) =>
    wanted.length > 0 &&
    forms.some(
      (words) =>
        (isExact ? words.length === wanted.length : words.length >= wanted.length) &&
        wanted.every((word, at) => fold(words[at] ?? '') === word),
    );
  return { size: 1, matches };
}

function regexMatcher(rule: Rule): Matcher {
  try {
    const expression = compilePattern(rule.pattern, rule.ignoreCase);
    const matches = ({ text, forms }: Piece) =>
      [...new Set([text, ...forms.map((words) => words.join(' '))])].some((one) => expression.test(one));
    return { size: expression.programSize(), matches };
  } catch {
    // Saving refuses such a pattern. One that came in another way must not open what it was meant to close.
    return { size: 1, matches: () => rule.action !== 'allow' };
  }
}

export interface Verdict extends Omit<CommandVerdict, 'ruleId' | 'pieces'> {
  ruleId: string | undefined;
  pieces: { text: string; action: RuleAction; ruleId: string | undefined }[];
}

/** Of a line that was not looked into. */
export function unread(strictest: RuleAction, reason: 'too-long' | 'too-slow'): Verdict {
  return { action: strictest, reason, ruleId: undefined, segment: '', pieces: [] };
}

/** In one piece the first rule that matches decides; over the pieces the strictest does. */
export function judge(filter: CompiledFilter, line: string): Verdict {
  if (line.length > LIMITS.judgedLine.max) {
    return unread(filter.strictest, 'too-long');
  }
  const { pieces, tooComplex } = readCommandLine(line);
  const judged = pieces.map((piece) => {
    const rule = filter.rules.find((one) => one.matches(piece));
    return { text: piece.text, action: rule?.action ?? ('allow' as const), ruleId: rule?.id };
  });
  const action = judged.reduce<RuleAction>((found, one) => stricter(found, one.action), 'allow');
  if (tooComplex && SEVERITY[filter.strictest] > SEVERITY[action]) {
    return {
      action: filter.strictest,
      reason: 'too-complex',
      ruleId: undefined,
      segment: '',
      pieces: judged,
    };
  }
  // Of equal ones the shortest says best what was meant; a rule's word comes before no rule at all.
  const decisive = judged
    .filter((one) => one.action === action)
    .toSorted(
      (a, b) =>
        Number(b.ruleId !== undefined) - Number(a.ruleId !== undefined) || a.text.length - b.text.length,
    )[0];
  return {
    action,
    reason: decisive?.ruleId === undefined ? 'no-rule' : 'rule',
    ruleId: decisive?.ruleId,
    segment: decisive?.text ?? '',
    pieces: judged,
  };
}
