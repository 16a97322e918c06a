import { translate, type Language } from '@jadegate/contract/language';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';

import type { ReachabilityService } from '../../access/reachability/reachability.service.ts';
import type { JobKind, JobTry } from './job-kind.ts';
import type { JobRepository } from './job.repository.ts';

interface Dependencies {
  jobs: JobRepository;
  reachability: Pick<ReachabilityService, 'checkMany'>;
  language: () => Promise<Language>;
}

/** Of more assets only those that do not answer are listed, and of those not more than this. */
const LISTED_ALL = 500;
const LISTED_DOWN = 1000;

/** Tries assets and writes down which answer. That some do not is what it finds out, and no failure of the job. */
export class CheckAssetsKind implements JobKind {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async run({ job, report, signal }: JobTry): Promise<boolean> {
    const language = await this.#deps.language();
    const targets = await this.#deps.jobs.listTargets(job);
    const names = new Map(targets.map(({ id, name }) => [id, name]));
    const isWhole = targets.length <= LISTED_ALL;
    if (isWhole) {
      await report.begin(targets);
    }
    const ids = targets.map(({ id }) => id);
    const down: { id: string; name: string; reason: string }[] = [];
    let up = 0;
    await this.#deps.reachability.checkMany(ids, language, {
      signal,
      onStart: (id) => report.started(id),
      onResult: (id, { active, message: reason }) => {
        up += active ? 1 : 0;
        if (!active && down.length < LISTED_DOWN) {
          down.push({ id, name: names.get(id) ?? '', reason });
        }
        report.ended(id, { state: active ? 'succeeded' : 'failed', reason });
        if (!isWhole) {
          report.count({ total: targets.length, succeeded: up, failed: down.length });
        }
      },
    });
    if (!isWhole) {
      await report.begin(down);
      down.forEach(({ id, reason }) => report.ended(id, { state: 'failed', reason }));
      report.count({ total: targets.length, succeeded: up, failed: targets.length - up });
    }
    if (signal.aborted) {
      return false;
    }
    const counts = { total: targets.length, up, down: targets.length - up };
    report.note(
      translate(targets.length === 0 ? JOB_LOG_WORDS.noAssets : JOB_LOG_WORDS.checked, language, counts),
    );
    return true;
  }
}
