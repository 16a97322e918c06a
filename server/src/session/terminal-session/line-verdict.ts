import type { RuleAction } from '@jadegate/contract/access/command-filter';
import { translate, type Language } from '@jadegate/contract/language';
import { COMMAND_GATE_WORDS } from '@jadegate/contract/words/command-gate';

import type { LiveFilter, Verdict } from '../../access/command-filter/live-filter.service.ts';
import type { Look } from '../../protocols/terminal-line/line-watch.ts';

const SEVERITY: Readonly<Record<RuleAction, number>> = { allow: 0, warn: 1, deny: 2 };

/**
 * Both what the screen shows and what the keys say: the stricter word counts, also of what was not shown. `continued`:
 * lines before this one that it belongs to.
 */
export async function judgeShownLine(
  look: Look,
  continued: string,
  filter: LiveFilter,
): Promise<[Verdict, Look]> {
  const carried = look.carried.trim();
  const lines = new Set([look.shown, ...look.others]);
  if (look.isCertain || !look.isEchoed) {
    lines.add(look.typed.trim());
  }
  if (carried !== '') {
    lines.add(carried);
  }
  const judged: { line: string; verdict: Verdict }[] = [];
  for (const line of lines) {
    for (const whole of continued ? [line, continued + line] : [line]) {
      judged.push({ line, verdict: await filter.judge(whole) });
    }
  }
  const [worst] = judged.toSorted((a, b) => SEVERITY[b.verdict.action] - SEVERITY[a.verdict.action]);
  const { line, verdict } = worst ?? { line: look.shown, verdict: await filter.judge(look.shown) };
  // On record it stands as it was judged, unless there is something in it that was not shown.
  if (look.others.includes(line)) {
    return [verdict, { ...look, shown: line }];
  }
  return [verdict, line === carried && line !== look.shown ? { ...look, isEchoed: false } : look];
}

export function textOf({ shown, typed }: Look): string {
  return shown || typed.trim();
}

/** What was not echoed is not said either, whatever was found in it. */
export function sayLine(look: Look, { segment }: Verdict, language: Language): string {
  return look.isEchoed ? segment || textOf(look) : translate(COMMAND_GATE_WORDS.hidden, language);
}
