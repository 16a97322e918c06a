import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList } from '../scalars.ts';
import { WeeklyWindows } from '../weekly-windows.ts';
import { ACCESS_RULES_IN_ORDER, STEP_OUTCOMES } from './access-decision.ts';
import { PROTOCOLS } from './asset-attributes.ts';
import { ChannelRights } from './channel-rights.ts';
import { Strategy, STRATEGY_FLAGS, type StrategyFlag } from './strategy.ts';

/** How a grant stands now. Only `active` ones let anybody in. */
const GRANT_STATES = ['active', 'upcoming', 'expired', 'outside-window'] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/** Ids that clients of the product family send empty when there is none. */
const OptionalId = z.preprocess((value) => (value === '' ? undefined : value), Id.nullish());

/** ISO 8601 with a zone, or the family's form in the server's zone. */
const FAMILY_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const Moment = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z
    .union([z.iso.datetime({ offset: true }), z.string().regex(FAMILY_TIME)])
    .refine((text) => !Number.isNaN(Date.parse(text.replace(' ', 'T'))), { params: { rule: 'format' } })
    .nullish(),
);

/** When a grant counts, and what it allows. All of it may be left out: connecting only, always. */
const terms = {
  strategyId: OptionalId,
  commandFilterId: OptionalId,
  startsAt: Moment,
  endsAt: Moment,
  timePeriod: WeeklyWindows.nullish(),
};

function endsAfterItStarts(input: {
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
}) {
  const { startsAt, endsAt } = input;
  return !startsAt || !endsAt || momentMs(endsAt) > momentMs(startsAt);
}
const MISORDERED = { path: ['endsAt'], params: { rule: 'endsAfterStart' } };

/** A moment of an input as epoch milliseconds, read in the zone of whoever asks: on the server, the server's. */
export function momentMs(moment: string): number {
  return Date.parse(moment.replace(' ', 'T'));
}

const Ids = z.array(Id).min(1).max(LIMITS.idsPerCall.max);

export const GrantAssetsInput = z
  .strictObject({ assetIds: Ids, userId: OptionalId, userGroupId: OptionalId, ...terms })
  .refine(({ userId, userGroupId }) => Boolean(userId) !== Boolean(userGroupId), {
    path: ['userId'],
    params: { rule: 'required' },
  })
  .refine(endsAfterItStarts, MISORDERED);
export type GrantAssetsInput = z.infer<typeof GrantAssetsInput>;

export const GrantUsersInput = z
  .strictObject({ userIds: Ids, assetId: Id, ...terms })
  .refine(endsAfterItStarts, MISORDERED);
export type GrantUsersInput = z.infer<typeof GrantUsersInput>;

export const GrantUserGroupsInput = z
  .strictObject({ userGroupIds: Ids, assetId: Id, ...terms })
  .refine(endsAfterItStarts, MISORDERED);
export type GrantUserGroupsInput = z.infer<typeof GrantUserGroupsInput>;

export const GrantTermsInput = z
  .strictObject({
    ...terms,
    ...echoed(
      'id',
      'assetId',
      'userId',
      'userGroupId',
      'created',
      'state',
      'strategyName',
      'commandFilterName',
    ),
    ...echoed('assetName', 'userName', 'userAccount', 'userGroupName'),
  })
  .refine(endsAfterItStarts, MISORDERED);
export type GrantTermsInput = z.infer<typeof GrantTermsInput>;

const common = {
  id: z.string(),
  /** Empty when the grant names none: connecting only. */
  strategyId: z.string(),
  strategyName: z.string(),
  commandFilterId: z.string(),
  commandFilterName: z.string(),
  created: FamilyTime,
  /** ISO 8601; null: from the beginning, without end. */
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  timePeriod: z.array(z.object({ key: z.number().int(), value: z.string() })),
  state: z.enum(GRANT_STATES),
};

export const GrantedAsset = z.object({
  ...common,
  assetId: z.string(),
  assetName: z.string(),
  protocol: z.string(),
});
export type GrantedAsset = z.infer<typeof GrantedAsset>;

export const GrantedUser = z.object({
  ...common,
  userId: z.string(),
  userName: z.string(),
  userAccount: z.string(),
});
export type GrantedUser = z.infer<typeof GrantedUser>;

export const GrantedUserGroup = z.object({
  ...common,
  userGroupId: z.string(),
  userGroupName: z.string(),
});
export type GrantedUserGroup = z.infer<typeof GrantedUserGroup>;

const GRANT_SORT_FIELDS = ['created'] as const;

/** `name` is what the family's own client sends from its search box. */
export const GrantedAssetQuery = pagingQuery(GRANT_SORT_FIELDS, {
  userId: OptionalId,
  userGroupId: OptionalId,
  assetName: SearchText,
  name: SearchText,
});
export type GrantedAssetQuery = z.infer<typeof GrantedAssetQuery>;

export const GrantedUserQuery = pagingQuery(GRANT_SORT_FIELDS, {
  assetId: Id,
  userName: SearchText,
  name: SearchText,
});
export type GrantedUserQuery = z.infer<typeof GrantedUserQuery>;

export const GrantedUserGroupQuery = pagingQuery(GRANT_SORT_FIELDS, {
  assetId: Id,
  userGroupName: SearchText,
  name: SearchText,
});
export type GrantedUserGroupQuery = z.infer<typeof GrantedUserGroupQuery>;

const SELECTED_KEYS = ['userId', 'userGroupId', 'assetId'] as const;

export const SelectedQuery = z.object({
  key: z.enum(SELECTED_KEYS),
  userId: OptionalId,
  userGroupId: OptionalId,
  assetId: OptionalId,
});
export type SelectedQuery = z.infer<typeof SelectedQuery>;

export const listGrantedAssets = endpoint({
  method: 'GET',
  path: '/authorised/assets/paging',
  access: ['user-authorised-asset', 'user-group-authorised-asset'],
  summary: 'The assets granted to one person (`userId`) or one group (`userGroupId`), newest first.',
  query: GrantedAssetQuery,
  response: paged(GrantedAsset),
});

/** How somebody comes to an asset. */
const REACH_WAYS = ['direct', 'group', 'owner'] as const;

export const ReachableAsset = z.object({
  /** Of the asset. */
  id: z.string(),
  name: z.string(),
  protocol: z.enum(PROTOCOLS),
  ways: z.array(
    z.object({
      kind: z.enum(REACH_WAYS),
      /** Of a group; empty for the other ways. */
      groupId: z.string(),
      groupName: z.string(),
      /** How its grant stands at this moment; what one owns is always there. */
      state: z.enum(GRANT_STATES),
    }),
  ),
});
export type ReachableAsset = z.infer<typeof ReachableAsset>;

export const ReachableAssetQuery = pagingQuery(['name'], { userId: Id, name: SearchText });
export type ReachableAssetQuery = z.infer<typeof ReachableAssetQuery>;

export const listReachableAssets = endpoint({
  method: 'GET',
  path: '/authorised/reachable-assets/paging',
  access: ['user-authorised-asset'],
  summary:
    'The assets somebody comes to by grants of their own, by groups or as owner, and by which of these.',
  query: ReachableAssetQuery,
  response: paged(ReachableAsset).extend({
    /** Roles that open every asset to them; empty when none does. */
    rolesForAll: z.array(z.string()),
  }),
});

export const listGrantedUsers = endpoint({
  method: 'GET',
  path: '/authorised/users/paging',
  access: ['asset-authorised-user'],
  summary: 'The people an asset is granted to directly, newest first.',
  query: GrantedUserQuery,
  response: paged(GrantedUser),
});

export const listGrantedUserGroups = endpoint({
  method: 'GET',
  path: '/authorised/user-groups/paging',
  access: ['asset-authorised-user-group'],
  summary: 'The groups an asset is granted to, newest first.',
  query: GrantedUserGroupQuery,
  response: paged(GrantedUserGroup),
});

export const listSelected = endpoint({
  method: 'GET',
  path: '/authorised/selected',
  access: [
    'user-authorised-asset',
    'user-group-authorised-asset',
    'asset-authorised-user',
    'asset-authorised-user-group',
  ],
  summary: 'The ids on the other side of matching grants, for pickers.',
  query: SelectedQuery,
  response: z.array(z.string()),
});

export const grantAssets = endpoint({
  method: 'POST',
  path: '/authorised/assets',
  access: ['user-bind-asset', 'user-group-bind-asset'],
  widens: true,
  summary: 'Grants assets to one person or one group, all or none. Granting again replaces.',
  body: GrantAssetsInput,
});

export const grantUsers = endpoint({
  method: 'POST',
  path: '/authorised/users',
  access: ['asset-authorised-user-add'],
  widens: true,
  summary: 'Grants one asset to people, all or none. Granting again replaces.',
  body: GrantUsersInput,
});

export const grantUserGroups = endpoint({
  method: 'POST',
  path: '/authorised/user-groups',
  access: ['asset-authorised-user-group-add'],
  widens: true,
  summary: 'Grants one asset to groups, all or none. Granting again replaces.',
  body: GrantUserGroupsInput,
});

export const updateGrant = endpoint({
  method: 'PUT',
  path: '/authorised/:id',
  access: [
    'asset-authorised-user-add',
    'asset-authorised-user-group-add',
    'user-bind-asset',
    'user-group-bind-asset',
  ],
  widens: true,
  summary: 'Changes what a grant allows and when. Whatever is left out is cleared.',
  params: z.object({ id: Id }),
  body: GrantTermsInput,
});

export const revokeGrants = endpoint({
  method: 'DELETE',
  path: '/authorised/:ids',
  access: [
    'asset-authorised-user-del',
    'asset-authorised-user-group-del',
    'user-unbind-asset',
    'user-group-unbind-asset',
  ],
  summary: 'Takes grants away, all or none. Those that are gone already do not matter.',
  params: z.object({ ids: IdList }),
});

const AccessStep = z.object({
  rule: z.enum(ACCESS_RULES_IN_ORDER),
  outcome: z.enum(STEP_OUTCOMES),
  /** The sentence for a person. */
  message: z.string(),
  /** This step decided. */
  decides: z.boolean(),
  grantId: z.string().nullable(),
});

const EVERY_FLAG = Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, true])) as Record<
  StrategyFlag,
  true
>;

export const AccessAnswer = z.object({
  allowed: z.boolean(),
  flags: Strategy.pick(EVERY_FLAG),
  idleMinutes: z.number().int(),
  maxMinutes: z.number().int(),
  recording: z.boolean(),
  commandFilterId: z.string().nullable(),
  /** Only the commands that the strategy lists can be run; no session can be opened. */
  commandsOnly: z.boolean(),
  /** What an SSH client of their own may open. */
  channels: ChannelRights,
  /** ISO 8601: when the answer will change by the clock alone; null when it will not within a week. */
  changesAt: z.string().nullable(),
  at: z.string(),
  steps: z.array(AccessStep),
});
export type AccessAnswer = z.infer<typeof AccessAnswer>;

export const AccessQuestion = z.object({ userId: Id, assetId: Id, at: Moment });
export type AccessQuestion = z.infer<typeof AccessQuestion>;

export const explainAccess = endpoint({
  method: 'GET',
  path: '/authorised/why',
  access: ['user-authorised-asset', 'asset-authorised-user'],
  summary: 'May this person use this asset now, or at that time, with what, and which rule says so?',
  query: AccessQuestion,
  response: AccessAnswer,
});

/** What the console's form holds, whichever side it starts from. */
export const GrantChoice = z.strictObject({ targetIds: Ids, ...terms }).refine(endsAfterItStarts, MISORDERED);
export type GrantChoice = z.infer<typeof GrantChoice>;
