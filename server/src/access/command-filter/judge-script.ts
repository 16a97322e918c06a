import { setImmediate as nextTurn } from 'node:timers/promises';

import type { JudgedLine } from '@jadegate/contract/operations/run-parts';

import type { Verdict } from './command-filter.policy.ts';
import type { JudgeLine } from './filter-judge.ts';
import { scriptLines } from './script-lines.ts';

interface ScriptFilter {
  judge: JudgeLine;
  patternOf(ruleId: string | undefined): string | undefined;
}

/** Judging one line takes up to a few milliseconds; others get their turn in between. */
const LINES_PER_TURN = 4;

/** What a filter says of each line of a script; also of the whole, for what only shows across lines. */
export async function judgeScript(script: string, filter: ScriptFilter | undefined): Promise<JudgedLine[]> {
  const lines = scriptLines(script);
  if (!filter) {
    return lines.map((line) => ({ line, action: 'allow', pattern: '' }));
  }
  const judged: JudgedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) {
      await nextTurn();
    }
    judged.push(judgedLine(line, await filter.judge(line), filter));
  }
  if (script.trim().includes('\n')) {
    await nextTurn();
    const verdict = await filter.judge(script);
    // A long script is no offence in itself: each of its lines was read.
    if (verdict.reason === 'rule' && judged.every(({ action }) => action !== verdict.action)) {
      judged.push(judgedLine(verdict.segment, verdict, filter));
    }
  }
  return judged;
}

function judgedLine(line: string, verdict: Verdict, filter: ScriptFilter): JudgedLine {
  return { line, action: verdict.action, pattern: filter.patternOf(verdict.ruleId) ?? '' };
}
