import { translate, type Language } from '@jadegate/contract/language';
import type { HostRunState } from '@jadegate/contract/operations/command-run';
import { ShellMetadata } from '@jadegate/contract/operations/job';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';

import { SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { CommandRuns, HostResult } from '../command-run/command-run.service.ts';
import type { JobKind, JobTry } from './job-kind.ts';
import type { JobRepository } from './job.repository.ts';
import type { ResultEnd } from './run-report.ts';

interface Dependencies {
  jobs: JobRepository;
  commandRuns: CommandRuns;
  language: () => Promise<Language>;
}

/** Runs a script on the SSH assets of the job: each is a recorded session of the owner, under the owner's rights. */
export class ShellKind implements JobKind {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async run({ job, owner, report, signal }: JobTry): Promise<boolean> {
    const { commandRuns, jobs } = this.#deps;
    const { shell, values } = ShellMetadata.parse(JSON.parse(job.metadata));
    const targets = await jobs.listTargets(job, 'ssh');
    if (targets.length === 0) {
      report.note(translate(JOB_LOG_WORDS.noAssets, await this.#deps.language()));
      return true;
    }
    await report.begin(targets);
    const left = report.results.filter(({ state }) => state !== 'succeeded');
    const { id, done } = await commandRuns.start(owner, {
      assetIds: left.map(({ asset_id }) => asset_id),
      script: shell,
      values,
      timeoutMs: job.timeout_seconds * SECOND_MS,
      origin: 'job',
    });
    const unfollow = commandRuns.follow(id, ({ host, printed }) => {
      report.output(host.assetId, printed);
      if (host.state === 'running' && report.stateOf(host.assetId) === 'waiting') {
        report.started(host.assetId);
      } else if (host.state !== 'running' && host.state !== 'waiting') {
        report.ended(host.assetId, endOf(host));
      }
    });
    const stop = () => runInBackground(commandRuns.stop(id), 'the end of a run');
    signal.addEventListener('abort', stop, { once: true });
    try {
      const { hosts } = await done;
      for (const host of hosts) {
        // What was printed before anybody followed is in here, too.
        report.keepOutput(host.assetId, host.output, host.isCut);
        report.ended(host.assetId, endOf(host, signal));
      }
      return report.results.every(({ state }) => state === 'succeeded');
    } finally {
      unfollow();
      signal.removeEventListener('abort', stop);
    }
  }
}

/** What a host ends as. One that is told of as going on when all is over was cut off; only files are skipped. */
const ENDS: Readonly<Record<HostRunState, ResultEnd['state']>> = {
  refused: 'refused',
  waiting: 'interrupted',
  running: 'interrupted',
  succeeded: 'succeeded',
  failed: 'failed',
  skipped: 'succeeded',
  stopped: 'stopped',
  'timed-out': 'timed-out',
  interrupted: 'interrupted',
};

function endOf(host: HostResult, signal?: AbortSignal): ResultEnd {
  const { exitCode, message, sessionId, signal: killedBy } = host;
  const state = ENDS[host.state];
  return {
    // To the runner it was only told to stop.
    state: state === 'stopped' && signal?.reason === 'timed-out' ? 'timed-out' : state,
    exitCode,
    reason: message || killedBy,
    sessionId,
  };
}
