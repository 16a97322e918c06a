import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import type { MenuId } from '@jadegate/contract/menu';
import {
  ATTENTION_DAYS,
  ATTENTION_LIMIT,
  type ActivitySpan,
  type Dashboard,
  type DashboardActivity,
  type DashboardPresent,
  type EndingGrant,
} from '@jadegate/contract/operations/dashboard';
import { COUNTED_DAYS, type AssetCounter } from '@jadegate/contract/operations/overview';

import type { Database } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import { daysUntil } from '../../kernel/day-counts.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { MonitoringService } from '../monitoring/monitoring.service.ts';
import type { OverviewService } from '../overview/overview.service.ts';
import { ActivityService } from './activity.service.ts';
import { DashboardRepository } from './dashboard.repository.ts';

interface Dependencies {
  database: Database;
  roles: Pick<RoleService, 'menusOf'>;
  settings: SettingService;
  overview: Pick<OverviewService, 'readCounter' | 'readAssets'>;
  monitoring: Pick<MonitoringService, 'readNow'>;
  /** At most so many. */
  countBadRecordings: (limit: number) => Promise<number>;
  clock: Clock;
}

/** The first page of an administrator: what is set up, and what waits for somebody. */
export class DashboardService {
  readonly #deps: Dependencies;
  readonly #dashboard: DashboardRepository;
  readonly #activity: ActivityService;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#dashboard = new DashboardRepository(dependencies.database.db);
    this.#activity = new ActivityService(dependencies);
  }

  async read({ userId }: Actor): Promise<Dashboard> {
    const held = await this.#deps.roles.menusOf({ id: userId });
    const now = this.#deps.clock.now();
    const [steps, timeZone, unreviewedSessions, unreachableAssets, isBackedUp, badRecordings, endingGrants] =
      await Promise.all([
        this.#dashboard.readSteps(),
        this.#deps.settings.get('time-zone'),
        held.includes('offline-session')
          ? this.#dashboard.countUnreviewed(now - ATTENTION_DAYS.sessionEnded * DAY_MS)
          : null,
        held.includes('asset') ? this.#dashboard.countUnreachable() : null,
        held.includes('job') ? this.#dashboard.hasBackupJob() : null,
        held.includes('evidence') ? this.#deps.countBadRecordings(ATTENTION_LIMIT) : null,
        this.#listEndingGrants(now, held),
      ]);
    return {
      steps: { ...steps, timeZone: timeZone !== '' },
      unreviewedSessions,
      unreachableAssets,
      isBackedUp,
      badRecordings,
      endingGrants,
    };
  }

  /** Each figure is asked for only for those who hold the menu of the list behind it. */
  async readPresent({ userId }: Actor): Promise<DashboardPresent> {
    const held = await this.#deps.roles.menusOf({ id: userId });
    const now = this.#deps.clock.now();
    const whenHeld = <Figure>(menu: MenuId, read: () => Promise<Figure>) =>
      held.includes(menu) ? read() : Promise.resolve(null);
    const [counter, assets, liveSessions, online, failures, system] = await Promise.all([
      this.#deps.overview.readCounter(),
      whenHeld('asset', () => this.#deps.overview.readAssets()),
      whenHeld('online-session', () => this.#dashboard.countLive()),
      whenHeld('user', () => this.#dashboard.listOnline(now)),
      whenHeld('login-log', () => this.#dashboard.listFailures()),
      whenHeld('monitoring', () => this.#deps.monitoring.readNow()),
    ]);
    return {
      users: online && { online: counter.onlineUser, total: counter.totalUser },
      assets: assets && { reachable: counter.activeAsset, total: counter.totalAsset },
      assetProtocols: assets && protocolsOf(assets),
      liveSessions,
      pastSessions: held.includes('offline-session') ? counter.offlineSession : null,
      failedLogins: failures && counter.failLoginCount,
      online: online?.map(({ since, ...one }) => ({ ...one, since: new Date(since).toISOString() })) ?? null,
      failures: failures?.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })) ?? null,
      disk: system && { total: system.disk.total, available: system.disk.available },
    };
  }

  async readActivity({ userId }: Actor, span: ActivitySpan): Promise<DashboardActivity> {
    const held = await this.#deps.roles.menusOf({ id: userId });
    const days = daysUntil(this.#deps.clock.now(), COUNTED_DAYS[span]);
    const [logins, sessions] = await Promise.all([
      held.includes('login-log') ? this.#activity.readLogins(span) : null,
      held.includes('offline-session') ? this.#activity.readSessions(span) : null,
    ]);
    return {
      starts: days.map(({ from }) => new Date(from).toISOString()),
      end: new Date(days.at(-1)?.to ?? 0).toISOString(),
      logins,
      sessions,
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

function protocolsOf(assets: AssetCounter): { protocol: (typeof PROTOCOLS)[number]; count: number }[] {
  return PROTOCOLS.map((protocol) => ({ protocol, count: assets[protocol] }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
