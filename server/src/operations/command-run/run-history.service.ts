import type { RunQuery, RunRow } from '@jadegate/contract/operations/run-history';
import type { Page } from '@jadegate/contract/paging';

import type { Database } from '../../db/database.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { Actor } from '../../kernel/actor.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { CommandRunRepository, type HostCount, type RunRecord } from './command-run.repository.ts';

/** What a list shows of a script. */
const SHOWN_CHARACTERS = 300;

/** Runs that were, and those that go on. */
export class RunHistoryService {
  readonly #runs: CommandRunRepository;

  constructor({ database }: { database: Database }) {
    this.#runs = new CommandRunRepository(database);
  }

  listOwn(actor: Actor, query: RunQuery): Promise<Page<RunRow>> {
    return this.#list(query, actor.userId);
  }

  listAll(query: RunQuery & PeopleSearch): Promise<Page<RunRow>> {
    return this.#list(query, undefined);
  }

  async #list(query: RunQuery & PeopleSearch, userId: string | undefined): Promise<Page<RunRow>> {
    const { total, items } = await this.#runs.page(query, userId);
    const counts = await this.#runs.countHosts(items.map(({ id }) => id));
    return {
      total,
      items: items.map((run) =>
        presentRow(
          run,
          counts.filter(({ runId }) => runId === run.id),
        ),
      ),
    };
  }
}

function presentRow(run: RunRecord, counts: readonly HostCount[]): RunRow {
  const sum = (...states: HostCount['state'][]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((all, { count }) => all + count, 0);
  const hosts = counts.reduce((all, { count }) => all + count, 0);
  const succeeded = sum('succeeded');
  return {
    id: run.id,
    kind: run.kind,
    origin: run.origin,
    script: run.script.slice(0, SHOWN_CHARACTERS).toWellFormed(),
    state: run.state,
    userId: run.user_id,
    userName: run.user_name,
    created: familyTime(run.created_at),
    durationMs: run.finished_at === null ? null : run.finished_at - run.created_at,
    hosts,
    succeeded,
    failed: hosts - succeeded - sum('waiting', 'running'),
  };
}
