import { say, type Language } from '@jadegate/contract/language';
import {
  COUNTED_DAYS,
  DAY_COUNTS,
  type AssetCounter,
  type DateCounter,
  type OverviewCounter,
} from '@jadegate/contract/overview';
import { DAY_COUNT_WORDS } from '@jadegate/contract/words/overview';

import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DayCounts } from './day-counts.ts';
import { OverviewRepository } from './overview.repository.ts';

/** The figures of the dashboard, in the form of the product family. */
export class OverviewService {
  readonly #clock: Clock;
  readonly #overview: OverviewRepository;
  readonly #days: DayCounts;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#clock = clock;
    this.#overview = new OverviewRepository(database.db);
    this.#days = new DayCounts(clock, (from, to) => this.#overview.countDay(from, to));
  }

  readCounter(): Promise<OverviewCounter> {
    return this.#overview.countAll(this.#clock.now());
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
        type: say(DAY_COUNT_WORDS[count], language),
        date,
        value: figures[count],
      })),
    );
  }
}
