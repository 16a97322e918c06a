import { translate, type Language } from '@jadegate/contract/language';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';

import type { RetentionRuleName, RetentionService } from '../retention/retention.service.ts';
import type { JobKind, JobTry } from './job-kind.ts';

interface Dependencies {
  retention: Pick<RetentionService, 'sweep'>;
  language: () => Promise<Language>;
}

const RULE_WORDS = {
  loginLogs: JOB_LOG_WORDS.rule_loginLogs,
  vmTasks: JOB_LOG_WORDS.rule_vmTasks,
  nodeActions: JOB_LOG_WORDS.rule_nodeActions,
  storageLogs: JOB_LOG_WORDS.rule_storageLogs,
  sessions: JOB_LOG_WORDS.rule_sessions,
  commandRuns: JOB_LOG_WORDS.rule_commandRuns,
  auditLogs: JOB_LOG_WORDS.rule_auditLogs,
  jobLogs: JOB_LOG_WORDS.rule_jobLogs,
} as const satisfies Record<RetentionRuleName, object>;

/** Removes what is older than the settings translate, and tells how much that was. */
export class RetentionKind implements JobKind {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async run({ report, signal }: JobTry): Promise<boolean> {
    const language = await this.#deps.language();
    const { held, ...removed } = await this.#deps.retention.sweep(signal);
    const parts = Object.entries(removed).map(([name, count]) =>
      translate(RULE_WORDS[name as RetentionRuleName], language, { count }),
    );
    const separator = language === 'zh-TW' ? '、' : ', ';
    const words = parts.length === 0 ? JOB_LOG_WORDS.sweptNothing : JOB_LOG_WORDS.swept;
    report.note(translate(words, language, { list: parts.join(separator) }));
    if (held !== undefined) {
      report.note(translate(JOB_LOG_WORDS.sweptHeld, language, { count: held }));
    }
    return !signal.aborted;
  }
}
