import { translate, type Language } from '@jadegate/contract/language';
import {
  COUNTED_DAYS,
  DAY_COUNTS,
  type AssetCounter,
  type DateCounter,
  type OverviewCounter,
} from '@jadegate/contract/operations/overview';
import { DAY_COUNT_WORDS } from '@jadegate/contract/words/overview';

import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DayCounts } from '../../kernel/day-counts.ts';
import { LongCount } from './long-count.ts';
import { OverviewRepository, type CountMark, type DayFigures } from './overview.repository.ts';

/** The figures of the dashboard, in the form of the product family. */
export class OverviewService {
  readonly #clock: Clock;
  readonly #overview: OverviewRepository;
  readonly #days: DayCounts<DayFigures>;
  readonly #pastSessions: LongCount<CountMark>;
  readonly #failedLogins: LongCount<CountMark>;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#clock = clock;
    this.#overview = new OverviewRepository(database.db);
    this.#days = new DayCounts(clock, (from, to) => this.#overview.countDay(from, to));
    this.#pastSessions = new LongCount((after) => this.#overview.countStep('pastSessions', after));
    this.#failedLogins = new LongCount((after) => this.#overview.countStep('failedLogins', after));
  }

  async readCounter(): Promise<OverviewCounter> {
    const [few, offlineSession, failLoginCount] = await Promise.all([
      this.#overview.countFew(this.#clock.now()),
      this.#pastSessions.read(),
      this.#failedLogins.read(),
    ]);
    return { ...few, offlineSession, failLoginCount };
  }

  async readAssets(): Promise<AssetCounter> {
    const counts = await this.#overview.countProtocols();
    const of = (protocol: string) => counts.get(protocol) ?? 0;
    return {
      ssh: of('ssh'),
      rdp: of('rdp'),
      vnc: of('vnc'),
      telnet: of('telnet'),
      kubernetes: of('kubernetes'),
      all: [...counts.values()].reduce((sum, count) => sum + count, 0),
    };
  }

  async readDays(span: keyof typeof COUNTED_DAYS, language: Language): Promise<DateCounter> {
    const days = await this.#days.read(COUNTED_DAYS[span]);
    return days.flatMap(({ date, figures }) =>
      DAY_COUNTS.map((count) => ({
        type: translate(DAY_COUNT_WORDS[count], language),
        date,
        value: figures[count],
      })),
    );
  }
}
