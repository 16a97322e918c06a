import { LIMITS } from '@jadegate/contract/limits';
import type { JobResultState } from '@jadegate/contract/operations/job-run';

import type { Database, Tx } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { JobRunRepository, ResultRecord } from './job-run.repository.ts';

export interface ResultEnd {
  state: Exclude<JobResultState, 'waiting' | 'running'>;
  exitCode?: number | null;
  reason?: string;
  sessionId?: string;
}

interface Dependencies {
  database: Database;
  runs: JobRunRepository;
  clock: Clock;
  onFailure: (error: unknown) => void;
}

const WRITE_EVERY_MS = 500;

/** What a run has to tell, written down as it goes on: whoever asks sees it, at whichever server. */
export class RunReport {
  readonly #deps: Dependencies;
  readonly #runId: string;
  readonly #results = new Map<string, ResultRecord>();
  readonly #changed = new Set<string>();
  readonly #rounds: PeriodicTask;
  readonly #notes: string[] = [];
  #outputLeft: number = LIMITS.jobOutput.all;
  #counts = { total: 0, succeeded: 0, failed: 0 };

  constructor(runId: string, dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#runId = runId;
    this.#rounds = new PeriodicTask({
      everyMs: WRITE_EVERY_MS,
      work: () => this.#writeNow(),
      onFailure: dependencies.onFailure,
    });
    this.#rounds.start();
  }

  get results(): readonly ResultRecord[] {
    return [...this.#results.values()];
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  /** A line of the log. */
  note(line: string): void {
    this.#notes.push(line);
  }

  /** The assets of the run, in order. What a try before has done stays done; the rest begins anew. */
  async begin(targets: readonly { id: string; name: string }[]): Promise<void> {
    const rows = targets
      .filter(({ id }) => !this.#results.has(id))
      .map((target, index) => this.#row(target, this.#results.size + index));
    await this.#deps.database.transact((tx) => this.#deps.runs.addResults(rows, tx));
    for (const row of rows) {
      this.#results.set(row.asset_id, row);
    }
    for (const row of this.#results.values()) {
      if (row.state !== 'succeeded') {
        this.#outputLeft += row.output.length;
        const anew = { started_at: null, ended_at: null, reason: '', output: '', is_cut: 0 } as const;
        this.#change(row.asset_id, { state: 'waiting', ...anew });
      }
    }
    this.count({ total: this.#results.size, succeeded: this.#number('succeeded'), failed: 0 });
  }

  /** For those who do not list every asset. */
  count(counts: { total: number; succeeded: number; failed: number }): void {
    this.#counts = counts;
  }

  started(assetId: string): void {
    this.#change(assetId, { state: 'running', started_at: this.#deps.clock.now() });
  }

  output(assetId: string, text: string): void {
    const row = this.#results.get(assetId);
    if (!row || row.is_cut === 1) {
      return;
    }
    const room = Math.min(LIMITS.jobOutput.each - row.output.length, this.#outputLeft);
    // PostgreSQL takes no NUL, and half a character would not come back as it was.
    const kept = text.replaceAll('\0', '').slice(0, Math.max(0, room)).toWellFormed();
    this.#outputLeft -= kept.length;
    this.#change(assetId, { output: row.output + kept, is_cut: text.length > room ? 1 : 0 });
  }

  /** All that is known of what it printed, in place of what came piece by piece. */
  keepOutput(assetId: string, text: string, isCut: boolean): void {
    const row = this.#results.get(assetId);
    if (row) {
      this.#outputLeft += row.output.length;
      this.#change(assetId, { output: '', is_cut: 0 });
      this.output(assetId, text);
      this.#change(assetId, { is_cut: isCut || this.#results.get(assetId)?.is_cut === 1 ? 1 : 0 });
    }
  }

  stateOf(assetId: string): JobResultState | undefined {
    return this.#results.get(assetId)?.state;
  }

  ended(assetId: string, { state, exitCode = null, reason = '', sessionId = '' }: ResultEnd): void {
    this.#change(assetId, {
      state,
      exit_code: exitCode,
      reason: reason.replaceAll('\0', ''),
      session_id: sessionId,
      // Told once more when all are over: when this one ended, it ended.
      ended_at: this.#results.get(assetId)?.ended_at ?? this.#deps.clock.now(),
    });
    this.#counts = {
      total: this.#results.size,
      succeeded: this.#number('succeeded'),
      failed: this.results.filter((row) => row.ended_at !== null && row.state !== 'succeeded').length,
    };
  }

  /** Nothing is written down by itself any more. */
  async stop(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.settled();
  }

  /** Everything that is not written down yet. */
  write(tx: Tx): Promise<void> {
    return this.#writeRows([...this.#changed], tx);
  }

  async #writeNow(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    try {
      await this.#deps.database.transact((tx) => this.#writeRows(changed, tx));
    } catch (error) {
      changed.forEach((id) => this.#changed.add(id));
      throw error;
    }
  }

  async #writeRows(ids: readonly string[], tx: Tx): Promise<void> {
    for (const id of ids) {
      const row = this.#results.get(id);
      if (row) {
        await this.#deps.runs.writeResult(row, tx);
      }
    }
    await this.#deps.runs.writeCounts(this.#runId, this.#counts, tx);
  }

  #number(state: JobResultState): number {
    return this.results.filter((row) => row.state === state).length;
  }

  #change(assetId: string, change: Partial<ResultRecord>): void {
    const row = this.#results.get(assetId);
    if (row) {
      this.#results.set(assetId, { ...row, ...change });
      this.#changed.add(assetId);
    }
  }

  #row({ id, name }: { id: string; name: string }, place: number): ResultRecord {
    return {
      id: newId(this.#deps.clock.now()),
      run_id: this.#runId,
      place,
      asset_id: id,
      asset_name: name,
      state: 'waiting',
      exit_code: null,
      started_at: null,
      ended_at: null,
      reason: '',
      output: '',
      is_cut: 0,
      session_id: '',
    };
  }
}
