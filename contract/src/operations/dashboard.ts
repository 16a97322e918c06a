import * as z from 'zod';

import { PROTOCOLS } from '../access/asset-attributes.ts';
import { endpoint } from '../endpoint.ts';
import type { COUNTED_DAYS } from './overview.ts';

/** What an installation needs before anybody works with it, besides the safety of one's own account. */
export const INSTALLATION_STEPS = ['timeZone', 'credential', 'asset', 'people', 'grant', 'session'] as const;
export type InstallationStep = (typeof INSTALLATION_STEPS)[number];

/** A count stops here: whoever has so many to look at needs no exact figure. */
export const ATTENTION_LIMIT = 100;

/** Days: a grant that ends this soon is told, and a session that ended longer ago is left to its list. */
export const ATTENTION_DAYS = { grantEnds: 7, sessionEnded: 30 } as const;

export const EndingGrant = z.object({
  id: z.string(),
  assetId: z.string(),
  assetName: z.string(),
  /** The person or the group it is for. */
  granteeName: z.string(),
  /** Empty for a group. */
  granteeAccount: z.string(),
  /** ISO 8601. */
  endsAt: z.string(),
});
export type EndingGrant = z.infer<typeof EndingGrant>;

/** Null: the caller does not hold the menu it belongs to. */
const Count = z.number().int().max(ATTENTION_LIMIT).nullable();

export const Dashboard = z.object({
  /** True: it is done. */
  steps: z.object(
    Object.fromEntries(INSTALLATION_STEPS.map((step) => [step, z.boolean()])) as Record<
      InstallationStep,
      z.ZodBoolean
    >,
  ),
  /** Recorded sessions of the last weeks that nobody has reviewed. */
  unreviewedSessions: Count,
  /** Assets that the last check did not reach. */
  unreachableAssets: Count,
  /** A job on the schedule makes backups. */
  isBackedUp: z.boolean().nullable(),
  /** Recordings that are not as they were signed. */
  badRecordings: Count,
  /** Grants that end soon, the soonest first. */
  endingGrants: z.array(EndingGrant).nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/overview/summary',
  access: ['dashboard'],
  summary:
    'What is set up already, and what needs attention; of the latter only what the caller’s menus open.',
  response: Dashboard,
});

const Whole = z.number().int().nonnegative();

/** How many rows stand in the short lists of the dashboard. */
export const DASHBOARD_ROWS = 5;

/** Somebody with a login that goes on. */
const OnlinePerson = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  /** ISO 8601: the newest of their logins. */
  since: z.string(),
});
type OnlinePerson = z.infer<typeof OnlinePerson>;

const FailedLogin = z.object({
  id: z.string(),
  /** As it was typed: nobody may have it. */
  username: z.string(),
  address: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
type FailedLogin = z.infer<typeof FailedLogin>;

/** How things stand. Null: the caller does not hold the menu it belongs to. */
export const DashboardPresent = z.object({
  users: z.object({ online: Whole, total: Whole }).nullable(),
  /** `reachable`: at the last check. */
  assets: z.object({ reachable: Whole, total: Whole }).nullable(),
  /** Assets of each protocol that there is one of, most first. */
  assetProtocols: z.array(z.object({ protocol: z.enum(PROTOCOLS), count: Whole })).nullable(),
  liveSessions: Whole.nullable(),
  pastSessions: Whole.nullable(),
  failedLogins: Whole.nullable(),
  /** Who signed in last. */
  online: z.array(OnlinePerson).nullable(),
  /** The newest failed logins. */
  failures: z.array(FailedLogin).nullable(),
  /** Bytes of the disk that holds the data. */
  disk: z.object({ total: Whole, available: Whole }).nullable(),
});
export type DashboardPresent = z.infer<typeof DashboardPresent>;

const Days = z.array(Whole);
/** The most sessions first. `name` is the one of the newest session. */
const Busiest = z.array(z.object({ id: z.string(), name: z.string(), sessions: Whole }));
export type Busiest = z.infer<typeof Busiest>;

/** What went on, day by day, oldest first and today last. Null: the caller does not hold the menu it belongs to. */
export const DashboardActivity = z.object({
  /** ISO 8601: when each of the days began in the zone of the settings, and when the last one ends. */
  starts: z.array(z.string()),
  end: z.string(),
  logins: z.object({ succeeded: Days, failed: Days, people: Days }).nullable(),
  sessions: z
    .object({
      opened: Days,
      /** Different assets. */
      assets: Days,
      /** Of recordings, by the day on which the session began. */
      recordedBytes: Days,
      protocols: z.array(z.object({ protocol: z.enum(PROTOCOLS), count: Whole })),
      busiestAssets: Busiest,
      busiestPeople: Busiest,
    })
    .nullable(),
});
export type DashboardActivity = z.infer<typeof DashboardActivity>;

export const ACTIVITY_SPANS = ['week', 'month'] as const satisfies (keyof typeof COUNTED_DAYS)[];
export type ActivitySpan = (typeof ACTIVITY_SPANS)[number];

export const getDashboardPresent = endpoint({
  method: 'GET',
  path: '/overview/present',
  access: ['dashboard'],
  summary:
    'How things stand: people, assets, sessions, failed logins, disk; only what the caller’s menus open.',
  response: DashboardPresent,
});

export const getDashboardActivity = endpoint({
  method: 'GET',
  path: '/overview/activity',
  access: ['dashboard'],
  summary: 'Logins and sessions by day, and who and what was busiest; only what the caller’s menus open.',
  query: z.object({ d: z.enum(ACTIVITY_SPANS).default('week') }),
  response: DashboardActivity,
});
