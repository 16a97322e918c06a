import { LIMITS } from '@jadegate/contract/limits';

import { SECOND_MS } from '../../kernel/clock.ts';
import {
  compileFilter,
  inspectPattern,
  judge,
  strictestOf,
  unread,
  type PatternFault,
  type Rule,
  type Verdict,
} from './command-filter.policy.ts';
import type { JudgeTask, PatternRule } from './judge-task.ts';
import { JudgeThread } from './judge-thread.ts';

export type JudgeLine = (line: string) => Verdict | Promise<Verdict>;

/**
 * Size of the patterns times length of the line, up to which a line is judged at once, on the event loop: some
 * milliseconds when every character is new to every pattern. That is most lines of most filters; for the others the way
 * to a thread takes much less than the echo they waited for.
 */
const QUICK_WORK = 50_000;
/** Taking a line apart is work, too, whatever it is compared with. */
const QUICK_LINE = 1000;
/** A line that takes longer is not judged any more. */
const PATIENCE_MS = 5 * SECOND_MS;
/** Compiled filters that a thread keeps; those of sessions long over go first. */
const KNOWN_FILTERS = 50;
/** What takes long to compile, whatever it is compared with: counted repetition, and classes of thousands of characters. */
const LABORIOUS = /\{\s*\d|\\[pPx]|[^\0-\u007F]/;
/** Characters of all patterns together, up to which compiling them takes no time either. */
const QUICK_PATTERNS = 2000;

/** Judges lines where that holds up nobody: cheap ones here, the others in a thread with a deadline. */
export class FilterJudge {
  /** Whoever's patterns are laborious shares a thread with others of that kind, and with nobody else. */
  readonly #plain: JudgeThread;
  readonly #laborious: JudgeThread;
  #last = 0;

  constructor(patienceMs = PATIENCE_MS) {
    this.#plain = new JudgeThread(patienceMs);
    this.#laborious = new JudgeThread(patienceMs);
  }

  /** Compiled once for all lines: here, or where they are judged. */
  of(rules: readonly Rule[]): JudgeLine {
    const isLaborious = areLaborious(rules);
    const compiled = isLaborious ? undefined : compileFilter(rules);
    const thread = isLaborious ? this.#laborious : this.#plain;
    const strictest = strictestOf(rules);
    const filter = ++this.#last;
    const apart = async (line: string) => {
      const answer = await thread.ask((known) => taskFor(known, filter, rules, line));
      return answer && 'verdict' in answer ? answer.verdict : unread(strictest, 'too-slow');
    };
    return (line) => {
      if (line.length > LIMITS.judgedLine.max) {
        return unread(strictest, 'too-long');
      }
      const isQuick = line.length <= QUICK_LINE && (compiled?.size ?? Infinity) * line.length <= QUICK_WORK;
      return compiled && isQuick ? judge(compiled, line) : apart(line);
    };
  }

  /** What is wrong with each pattern, or its size. One that takes too long even to look at is too complex. */
  async inspect(rules: readonly PatternRule[]): Promise<(PatternFault | number)[]> {
    if (rules.every(({ type }) => type !== 'regex')) {
      return rules.map(inspectPattern);
    }
    const answer = await this.#laborious.ask(() => ({ kind: 'inspect', rules }));
    return answer && 'sizes' in answer ? answer.sizes : rules.map(() => ({ kind: 'too-complex' }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#plain.close(), this.#laborious.close()]);
  }
}

function areLaborious(rules: readonly Rule[]): boolean {
  const patterns = rules.filter(({ type }) => type === 'regex').map(({ pattern }) => pattern);
  return patterns.join('').length > QUICK_PATTERNS || patterns.some((pattern) => LABORIOUS.test(pattern));
}

/** With the rules where the thread does not know them yet. */
function taskFor(known: Set<number>, filter: number, rules: readonly Rule[], line: string): JudgeTask {
  const isKnown = known.has(filter);
  known.add(filter);
  const oldest = known.size > KNOWN_FILTERS ? [...known][0] : undefined;
  if (oldest !== undefined) {
    known.delete(oldest);
  }
  return { kind: 'judge', filter, rules: isKnown ? undefined : rules, forget: oldest, line };
}
