import * as z from 'zod';

import { endpoint } from '../endpoint.ts';

const Count = z.number().int().nonnegative();

export const OverviewCounter = z.object({
  totalUser: Count,
  /** People with a login that goes on. */
  onlineUser: Count,
  totalAsset: Count,
  /** Those that the last check reached. */
  activeAsset: Count,
  /** Sessions that are over. */
  offlineSession: Count,
  /** Failed logins that are still in the log. */
  failLoginCount: Count,
});
export type OverviewCounter = z.infer<typeof OverviewCounter>;

/** Assets of each protocol, in the names of the product family. */
export const AssetCounter = z.object({
  ssh: Count,
  rdp: Count,
  vnc: Count,
  telnet: Count,
  kubernetes: Count,
  all: Count,
});
export type AssetCounter = z.infer<typeof AssetCounter>;

/** What is counted of a day, in the order in which it is given. */
export const DAY_COUNTS = ['logins', 'users', 'assets'] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

export const COUNTED_DAYS = { week: 7, month: 30 } as const;

export const DateCounter = z.array(
  z.object({
    /** A heading in the language of the caller, as the product family draws it. */
    type: z.string(),
    /** YYYY-MM-DD in the zone of the settings. */
    date: z.string(),
    value: Count,
  }),
);
export type DateCounter = z.infer<typeof DateCounter>;

export const getOverviewCounter = endpoint({
  method: 'GET',
  path: '/overview/counter',
  access: ['dashboard'],
  summary: 'How many people, assets, past sessions and failed logins there are.',
  response: OverviewCounter,
});

export const getAssetCounter = endpoint({
  method: 'GET',
  path: '/overview/asset',
  access: ['dashboard'],
  summary: 'How many assets there are of each protocol.',
  response: AssetCounter,
});

export const getDateCounter = endpoint({
  method: 'GET',
  path: '/overview/date-counter',
  access: ['dashboard'],
  summary: 'Logins, people who logged in and assets that were used, by day, up to today.',
  query: z.object({ d: z.enum(['week', 'month']).default('week') }),
  response: DateCounter,
});
