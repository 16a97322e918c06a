import * as z from 'zod';

import { endpoint } from './endpoint.ts';

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
