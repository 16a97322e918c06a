import { translate, type Language } from '@jadegate/contract/language';
import { CollectMetadata } from '@jadegate/contract/operations/job';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';

import type { NodeService } from '../../fleet/node/node.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { JobKind, JobTry } from './job-kind.ts';
import type { ResultEnd } from './run-report.ts';

interface Dependencies {
  nodes: Pick<NodeService, 'collect' | 'listAsked'>;
  roles: Pick<RoleService, 'mayUseAny'>;
  language: () => Promise<Language>;
}

const AT_ONCE = 16;

/** Throws unless this person may have physical hosts asked. */
export async function refuseCollecting(roles: Pick<RoleService, 'mayUseAny'>, owner: Actor): Promise<void> {
  if (!(await roles.mayUseAny({ id: owner.userId, type: 'admin' }, ['node-collect']))) {
    throw new AppError('job.collect_forbidden');
  }
}

/** Asks physical hosts now. That some do not answer is what it finds out, and no failure of the job. */
export class CollectNodesKind implements JobKind {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async run({ job, owner, report, signal }: JobTry): Promise<boolean> {
    const { nodes, roles } = this.#deps;
    await refuseCollecting(roles, owner);
    const language = await this.#deps.language();
    const targets = await nodes.listAsked(CollectMetadata.parse(JSON.parse(job.metadata)));
    await report.begin(targets);
    let up = 0;
    await inParallel(targets, AT_ONCE, async ({ id }) => {
      if (!signal.aborted) {
        report.started(id);
        const end = await this.#collect({ ...owner, language }, id);
        up += end.state === 'succeeded' ? 1 : 0;
        report.ended(id, end);
      }
    });
    if (signal.aborted) {
      return false;
    }
    const total = targets.length;
    const words = total === 0 ? JOB_LOG_WORDS.noNodes : JOB_LOG_WORDS.collected;
    report.note(translate(words, language, { total, up, down: total - up }));
    return true;
  }

  async #collect(owner: Actor, id: string): Promise<ResultEnd> {
    try {
      const { failures, status, problem } = await this.#deps.nodes.collect(owner, id, { isUnattended: true });
      const isUp = failures === 0 && (status === 'online' || status === 'degraded');
      return { state: isUp ? 'succeeded' : 'failed', reason: problem?.message ?? '' };
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      return { state: 'refused', reason: translate(ERROR_WORDS[error.code], owner.language, error.params) };
    }
  }
}
