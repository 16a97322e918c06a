import * as z from 'zod';

import type { Tx } from '../../db/database.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import { defects } from '../../kernel/defects.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import { SingleRunKind } from '../../work/single-run-kind.ts';
import type { Piece, PieceEnd, Stray, WorkKind } from '../../work/work-kind.ts';
import type { CommandRunRepository } from './command-run.repository.ts';
import { hostColumns, type HostRunner, type HostWork } from './host-runner.ts';
import type { LiveRun } from './live-run.ts';
import { refusal } from './run-planner.ts';

interface Dependencies {
  runs: CommandRunRepository;
  runner: HostRunner;
  clock: Clock;
}

/** What a run needs is in memory: it is the work of the process that began it. */
const Input = z.object({});
type Input = z.infer<typeof Input>;

/** Each host has a time of its own; this is for a run that never ends at all. */
const LONGEST_MS = DAY_MS;

/** Carries out a run on its hosts, so many at a time. One whose process died is interrupted: its sessions are gone. */
export class CommandRunKind extends SingleRunKind implements WorkKind<Input, 'over' | 'interrupted'> {
  readonly name = 'command-run';
  readonly input = Input;
  readonly canCancel = true;
  /** What this process carries out, until that is written down. */
  readonly live = new Map<string, { run: LiveRun; work: HostWork }>();
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    super();
    this.#deps = dependencies;
  }

  deadlineMs(): number {
    return LONGEST_MS;
  }

  async run({ subject, signal }: Piece<Input>): Promise<'over' | 'interrupted'> {
    const live = this.live.get(subject);
    if (!live) {
      throw new Error('a run that this process did not begin');
    }
    const { run, work } = live;
    const stop = () => run.stop(signal.reason === 'cancelled' ? 'stopped' : 'interrupted');
    signal.addEventListener('abort', stop, { once: true });
    const waiting = run.hosts.filter(({ state }) => state === 'waiting');
    await inParallel(waiting, run.about.parallelism, (host) =>
      this.#deps.runner
        .run(run, host, work)
        .catch((error: unknown) => defects.report(error, 'a host of a run')),
    );
    run.state = run.stopping === 'interrupted' ? 'interrupted' : 'over';
    return run.state;
  }

  /** With what became of each host, where the database did not take that at its time. */
  async end(
    { subject }: Piece<Input>,
    { at, result }: PieceEnd<'over' | 'interrupted'>,
    tx: Tx,
  ): Promise<void> {
    const { runs } = this.#deps;
    const live = this.live.get(subject);
    for (const host of live?.run.hosts.filter(({ isUnwritten }) => isUnwritten) ?? []) {
      await runs.changeHost(subject, host.plan.assetId, hostColumns(host), tx);
    }
    if (live && result) {
      await runs.finish(subject, result, at, tx);
    } else {
      await runs.interrupt(subject, at, refusal('interrupted', 'zh-TW'), tx);
    }
  }

  forget(subject: string): void {
    this.live.delete(subject);
  }

  async listStrays(): Promise<Stray<Input>[]> {
    const rows = await this.#deps.runs.listStrays(this.name);
    return rows.map(({ id, process_id, created_at }) => ({
      subject: id,
      processId: process_id,
      startedAt: created_at,
      input: {},
    }));
  }
}
