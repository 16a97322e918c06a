import type { ErrorCode } from '@jadegate/contract/error';
import type { SourceCounts, SourceHold, SourceState } from '@jadegate/contract/identity/identity-source';
import { translate, type Language, type SentenceParams } from '@jadegate/contract/language';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import { familyTime } from '../../kernel/family-time.ts';
import type { StateRow } from './source-state.repository.ts';

/** Why somebody could not be brought in line. */
interface VisitSkip {
  name: string;
  code: ErrorCode;
  params: SentenceParams;
}

/** What a visit to a source did. */
export interface VisitReport {
  counts?: SourceCounts;
  skips?: readonly VisitSkip[];
  /** Nothing was done, because it would take something from so many. */
  hold?: SourceHold;
}

export function readReport({ report }: Pick<StateRow, 'report'>): VisitReport {
  return JSON.parse(report) as VisitReport;
}

export function presentState(row: StateRow | undefined, language: Language): SourceState {
  const { counts = null, skips = [], hold = null } = row ? readReport(row) : {};
  const sentence = (code: string, params: SentenceParams) =>
    Object.hasOwn(ERROR_WORDS, code) ? translate(ERROR_WORDS[code as ErrorCode], language, params) : code;
  return {
    isRunning: row?.started_at !== null && row !== undefined,
    visited: familyTime(row?.visited_at ?? null),
    answered: familyTime(row?.answered_at ?? null),
    problem: row && row.problem !== '' ? sentence(row.problem, readParams(row)) : '',
    counts,
    skips: skips.map(({ name, code, params }) => ({ name, reason: sentence(code, params) })),
    hold,
  };
}

export function readParams({ problem_params }: Pick<StateRow, 'problem_params'>): SentenceParams {
  return JSON.parse(problem_params) as SentenceParams;
}
