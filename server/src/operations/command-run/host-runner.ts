import { translate, type Language } from '@jadegate/contract/language';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import {
  ExecNotOpened,
  type ExecEnd,
  type ExecSession,
  type ExecSessionService,
} from '../../session/terminal-session/exec-session.service.ts';
import type { CommandRunRepository, HostRecord } from './command-run.repository.ts';
import type { LiveHost, LiveRun } from './live-run.ts';
import { isConfirmed, refusal, unconfirmed, type JudgedHost } from './run-planner.ts';

interface Dependencies {
  exec: ExecSessionService;
  runs: CommandRunRepository;
  clock: Clock;
  logger: Logger;
}

/** What is done on each host of a run. */
export interface HostWork {
  /** Asked again when its turn comes: a right may be gone by then, and a filter may say more. */
  plan: (assetId: string) => Promise<JudgedHost>;
  /** How long it may take to end by itself when it is told to; then its session is ended. At once without it. */
  graceMs?: number;
  carryOut: (session: ExecSession, host: LiveHost, watch: HostWatch) => Promise<HostEnd>;
}

export interface HostWatch {
  onOutput: (bytes: Uint8Array) => void;
  onSent: (bytes: number) => void;
  /** Aborted when it is to end by itself. */
  signal: AbortSignal;
}

export type HostEnd =
  | ExecEnd
  | { kind: 'settled'; state: 'succeeded' | 'failed' | 'skipped'; message: string };

/** What its session is told when a run is told to stop. */
const ENDS = { stopped: 'run_stopped', interrupted: 'server_stopped' } as const;

/** Carries out a run on one host after the other, each in a session of its own. */
export class HostRunner {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Never fails: what became of it stands in the host. */
  async run(run: LiveRun, host: LiveHost, work: HostWork): Promise<void> {
    const { clock, logger } = this.#deps;
    const { language } = run.about.actor;
    if (run.stopping) {
      await this.#settle(run, host, notBegun(run));
      return;
    }
    try {
      const plan = await work.plan(host.plan.assetId);
      const asked =
        plan.verdict === 'confirm' && !isConfirmed(plan, run.about.confirmed)
          ? unconfirmed(plan, language)
          : plan;
      if (asked.verdict === 'refused') {
        await this.#settle(run, host, { state: 'refused', message: asked.message });
        return;
      }
      run.change(host, { plan: asked, state: 'running', startedAt: clock.now() });
      await this.#save(run, host);
      await this.#inSession(run, host, work);
    } catch (error) {
      const message = reasonOf(error, language);
      if (message === undefined) {
        logger.error({ err: error, runId: run.id }, 'a command could not be run on a host');
      }
      await this.#settle(run, host, {
        state: run.stopping ?? 'failed',
        message: message ?? refusal('failed', language),
      });
    }
  }

  async #inSession(run: LiveRun, host: LiveHost, work: HostWork): Promise<void> {
    const { exec } = this.#deps;
    const { actor, timeoutMs } = run.about;
    let isTimeUp = false;
    let session: ExecSession | undefined;
    let cutting: NodeJS.Timeout | undefined;
    const ending = new AbortController();
    const endKind = () => (isTimeUp ? 'run_timed_out' : ENDS[run.stopping ?? 'stopped']);
    const cut = () => {
      if (host.sessionId !== '') {
        exec.end(host.sessionId, { kind: endKind() }).catch((error: unknown) => {
          this.#deps.logger.error(
            { err: error, sessionId: host.sessionId },
            'a run did not end as it should',
          );
        });
      }
    };
    const endNow = () => {
      ending.abort();
      if (session && work.graceMs !== undefined) {
        cutting ??= setTimeout(cut, work.graceMs);
      } else {
        cut();
      }
    };
    const timer = setTimeout(() => {
      isTimeUp = true;
      endNow();
    }, timeoutMs);
    const stopFollowing = run.onStop(endNow);
    try {
      session = await exec.open(actor, host.plan.assetId, (sessionId) => {
        run.change(host, { sessionId });
        if (isTimeUp || run.stopping) {
          endNow();
        }
      });
      const end = await work.carryOut(session, host, {
        onOutput: (bytes) => run.print(host, bytes),
        onSent: (sentBytes) => run.change(host, { sentBytes }),
        signal: ending.signal,
      });
      await this.#end(session, ending.signal.aborted ? endKind() : 'exited');
      const told = end.kind === 'ended' ? { ...end, reason: session.reason ?? end.reason } : end;
      await this.#settle(run, host, outcomeOf(told, run, isTimeUp));
    } catch (error) {
      if (!(error instanceof ExecNotOpened)) {
        throw error;
      }
      await this.#settle(run, host, outcomeOf({ kind: 'ended', reason: error.reason }, run, isTimeUp));
    } finally {
      clearTimeout(timer);
      clearTimeout(cutting);
      stopFollowing();
      // Harmless when it is over, as it is unless something went wrong here.
      await this.#end(session, 'closed');
    }
  }

  /** Never fails: what became of the host does not depend on whether the end of its session could be written down. */
  async #end(
    session: ExecSession | undefined,
    kind: Parameters<ExecSession['end']>[0]['kind'],
  ): Promise<void> {
    try {
      await session?.end({ kind });
    } catch (error) {
      this.#deps.logger.error({ err: error }, 'the session of a run did not end as it should');
    }
  }

  /** The first outcome counts: whatever fails behind it changes nothing about the host. */
  async #settle(run: LiveRun, host: LiveHost, outcome: Partial<LiveHost>): Promise<void> {
    if (host.finishedAt !== null) {
      return;
    }
    const { exitCode = null, signal = '', state } = outcome;
    const digest = host.output.finish(JSON.stringify([state, exitCode, signal]));
    run.change(host, { ...outcome, digest, finishedAt: this.#deps.clock.now() });
    await this.#save(run, host);
  }

  /** Never fails: the next change writes it all again, or the end of the run does. */
  async #save(run: LiveRun, host: LiveHost): Promise<void> {
    try {
      await this.#deps.runs.changeHost(run.id, host.plan.assetId, hostColumns(host));
      host.isUnwritten = false;
    } catch (error) {
      host.isUnwritten = true;
      this.#deps.logger.warn({ err: error, runId: run.id }, 'what became of a host is not written down yet');
    }
  }
}

export function hostColumns(host: LiveHost): Omit<HostRecord, 'run_id' | 'asset_id' | 'position'> {
  const { plan, output } = host;
  return {
    asset_name: plan.assetName,
    state: host.state,
    session_id: host.sessionId,
    message: host.message,
    exit_code: host.exitCode,
    signal: host.signal,
    started_at: host.startedAt,
    finished_at: host.finishedAt,
    output: output.text,
    output_bytes: output.bytes,
    sent_bytes: host.sentBytes,
    is_cut: output.isCut ? 1 : 0,
    digest: host.digest,
  };
}

function notBegun({ stopping, about }: LiveRun): Partial<LiveHost> {
  const state = stopping ?? 'stopped';
  return { state, message: refusal(state, about.actor.language) };
}

function outcomeOf(end: HostEnd, run: LiveRun, isTimeUp: boolean): Partial<LiveHost> {
  switch (end.kind) {
    case 'exit':
      return { state: end.code === 0 ? 'succeeded' : 'failed', exitCode: end.code, message: '' };
    case 'settled':
      return { state: end.state, message: end.message };
    case 'signal': {
      const message = refusal('signalled', run.about.actor.language, '', end.signal);
      return { state: 'failed', signal: end.signal, message };
    }
    case 'ended': {
      const state = isTimeUp ? 'timed-out' : (run.stopping ?? 'failed');
      return { state, message: end.reason };
    }
  }
}

/** What a person may read of it; undefined when it is ours to find out. */
export function reasonOf(error: unknown, language: Language): string | undefined {
  return error instanceof AppError && error.fault !== 'ours'
    ? translate(ERROR_WORDS[error.code], language, error.params)
    : undefined;
}
