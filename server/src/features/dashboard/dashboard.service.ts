import { ATTENTION_DAYS, type Dashboard, type EndingGrant } from '@jadegate/contract/dashboard';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import type { RoleService } from '../role/role.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { DashboardRepository } from './dashboard.repository.ts';

interface Dependencies {
  database: Database;
  roles: Pick<RoleService, 'menusOf'>;
  settings: SettingService;
  clock: Clock;
}

/** The first page of an administrator: what is set up, and what waits for somebody. */
export class DashboardService {
  readonly #on: Dependencies;
  readonly #dashboard: DashboardRepository;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#dashboard = new DashboardRepository(dependencies.database.db);
  }

  async read({ userId }: Actor): Promise<Dashboard> {
    const held = await this.#on.roles.menusOf({ id: userId });
    const now = this.#on.clock.now();
    const [steps, timeZone, unreviewedSessions, unreachableAssets, endingGrants] = await Promise.all([
      this.#dashboard.readSteps(),
      this.#on.settings.get('time-zone'),
      held.includes('offline-session')
        ? this.#dashboard.countUnreviewed(now - ATTENTION_DAYS.sessionEnded * DAY_MS)
        : null,
      held.includes('asset') ? this.#dashboard.countUnreachable() : null,
      this.#listEndingGrants(now, held),
    ]);
    return {
      steps: { ...steps, timeZone: timeZone !== '' },
      unreviewedSessions,
      unreachableAssets,
      endingGrants,
    };
  }

  async #listEndingGrants(now: number, held: readonly string[]): Promise<EndingGrant[] | null> {
    const users = held.includes('asset-authorised-user');
    const groups = held.includes('asset-authorised-user-group');
    if (!users && !groups) {
      return null;
    }
    const until = now + ATTENTION_DAYS.grantEnds * DAY_MS;
    const records = await this.#dashboard.listEndingGrants([now, until], { users, groups });
    return records.map(({ endsAt, ...grant }) => ({ ...grant, endsAt: new Date(endsAt).toISOString() }));
  }
}
