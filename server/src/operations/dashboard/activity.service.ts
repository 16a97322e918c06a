import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import {
  DASHBOARD_ROWS,
  type ActivitySpan,
  type Busiest,
  type DashboardActivity,
} from '@jadegate/contract/operations/dashboard';
import { COUNTED_DAYS } from '@jadegate/contract/operations/overview';

import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DayCounts, type CountedDay } from '../../kernel/day-counts.ts';
import { ActivityRepository, type LoginDay, type SessionDay, type Uses } from './activity.repository.ts';

/** What went on during the last days. Days that are over are remembered, so that a month costs little more than today. */
export class ActivityService {
  readonly #activity: ActivityRepository;
  readonly #logins: DayCounts<LoginDay>;
  readonly #sessions: DayCounts<SessionDay>;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#activity = new ActivityRepository(database.db);
    this.#logins = new DayCounts(clock, (from, to) => this.#activity.readLogins(from, to));
    this.#sessions = new DayCounts(clock, (from, to) => this.#activity.readSessions(from, to));
  }

  async readLogins(span: ActivitySpan): Promise<NonNullable<DashboardActivity['logins']>> {
    const days = await this.#logins.read(COUNTED_DAYS[span]);
    return {
      succeeded: days.map(({ figures }) => figures.succeeded),
      failed: days.map(({ figures }) => figures.failed),
      people: days.map(({ figures }) => figures.people),
    };
  }

  async readSessions(span: ActivitySpan): Promise<NonNullable<DashboardActivity['sessions']>> {
    const days = await this.#sessions.read(COUNTED_DAYS[span]);
    const [busiestAssets, busiestPeople] = await Promise.all([
      this.#busiest('asset', days, ({ assets }) => assets),
      this.#busiest('user', days, ({ people }) => people),
    ]);
    return {
      opened: days.map(({ figures }) => sum(figures.protocols.map(({ count }) => count))),
      assets: days.map(({ figures }) => figures.assetCount),
      recordedBytes: days.map(({ figures }) => sum(figures.protocols.map(({ bytes }) => bytes))),
      protocols: protocolsOf(days),
      busiestAssets,
      busiestPeople,
    };
  }

  #busiest(
    kind: 'asset' | 'user',
    days: readonly CountedDay<SessionDay>[],
    usesOf: (day: SessionDay) => Uses,
  ): Promise<Busiest> {
    const totals = addUp(days.flatMap(({ figures }) => usesOf(figures).map(({ id, count }) => [id, count])));
    return Promise.all(
      totals.slice(0, DASHBOARD_ROWS).map(async ([id, sessions]) => ({
        id,
        sessions,
        name: await this.#activity.nameOf(kind, id),
      })),
    );
  }
}

function protocolsOf(days: readonly CountedDay<SessionDay>[]): { protocol: Protocol; count: number }[] {
  const counts = days.flatMap(({ figures }) =>
    figures.protocols.map(({ protocol, count }): [Protocol, number] => [protocol, count]),
  );
  return addUp(counts).map(([protocol, count]) => ({ protocol, count }));
}

/** What belongs to the same key added up, most first; the key decides between equals, so that they do not change places. */
function addUp<Key extends string>(counts: readonly (readonly [Key, number])[]): [Key, number][] {
  const totals = new Map<Key, number>();
  for (const [key, count] of counts) {
    totals.set(key, (totals.get(key) ?? 0) + count);
  }
  return [...totals].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
