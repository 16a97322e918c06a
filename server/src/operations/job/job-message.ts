import { translate, type Language } from '@jadegate/contract/language';
import { JOB_LOG_WORDS, JOB_RESULT_WORDS } from '@jadegate/contract/words/jobs';

import type { ResultRecord } from './job-run.repository.ts';

/** Of one text in the log: all of it, its assets, and what it repeats of the output of one. */
const MOST_CHARACTERS = 32_768;
const MOST_ASSETS = 200;
const MOST_OUTPUT = 2000;

/** The text of a run in the log: what there is to note, then each asset with what it said. */
export function composeMessage(
  notes: readonly string[],
  results: readonly ResultRecord[],
  language: Language,
): string {
  const lines = [...notes];
  let length = lines.join('\n').length;
  let shown = 0;
  for (const result of results.slice(0, MOST_ASSETS)) {
    const text = assetText(result, language);
    if (length + text.length > MOST_CHARACTERS) {
      break;
    }
    lines.push(text);
    length += text.length;
    shown++;
  }
  if (shown < results.length) {
    lines.push(translate(JOB_LOG_WORDS.more, language, { count: results.length - shown }));
  }
  return lines.join('\n');
}

/** One line for a letter or the log. */
export function assetLine(result: Omit<ResultRecord, 'output'>, language: Language): string {
  const { asset_name, state, exit_code, started_at, ended_at, reason } = result;
  const took = started_at !== null && ended_at !== null ? `${ended_at - started_at} ms` : '-';
  const why = exit_code === null ? reason : translate(JOB_LOG_WORDS.exitCode, language, { code: exit_code });
  const params = {
    name: asset_name,
    state: translate(JOB_RESULT_WORDS[state], language),
    time: took,
    reason: why,
  };
  return translate(JOB_LOG_WORDS.assetLine, language, params).trimEnd();
}

function assetText(result: ResultRecord, language: Language): string {
  const line = assetLine(result, language);
  const output = result.output.slice(0, MOST_OUTPUT).trimEnd();
  const isCut = result.is_cut === 1 || result.output.length > MOST_OUTPUT;
  return output === '' ? line : `${line}\n${output}${isCut ? ' …' : ''}`;
}
