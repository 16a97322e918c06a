import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';
import { AllowedCommand } from './allowed-command.ts';
import { eachChannel, ForwardTargets, USUAL_CHANNELS } from './channel-rights.ts';

/** What a person may do in a session, as the product family names it. */
export const STRATEGY_FLAGS = [
  'upload',
  'download',
  'edit',
  'delete',
  'rename',
  'copy',
  'paste',
  'createDir',
] as const;
export type StrategyFlag = (typeof STRATEGY_FLAGS)[number];

function eachFlag<Schema extends z.ZodType>(schema: Schema) {
  return Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, schema])) as Record<StrategyFlag, Schema>;
}

export const Strategy = z.object({
  id: z.string(),
  name: z.string(),
  ...eachFlag(z.boolean()),
  /** Minutes without input after which a session ends; 0 follows the settings. */
  idleMinutes: z.number().int(),
  /** Minutes a session may last; 0 follows the settings. */
  maxMinutes: z.number().int(),
  recording: z.boolean(),
  /** Why sessions are not recorded; empty while they are. */
  recordingReason: z.string(),
  /** Empty: commands are not filtered. */
  commandFilterId: z.string(),
  commandFilterName: z.string(),
  /** No terminal, no desktop, no script of one’s own: only these commands can be run. */
  commandsOnly: z.boolean(),
  allowedCommands: z.array(z.object({ name: z.string(), content: z.string() })),
  /** What an SSH client of one’s own may open; `shell` holds for terminals in the browser as well. */
  ...eachChannel(() => z.boolean()),
  /** `host:port` to which `localForward` may lead besides the asset’s own loopback. */
  forwardTargets: z.array(z.string()),
  /** How many grants refer to it. */
  grantCount: z.number().int(),
  created: FamilyTime,
});
export type Strategy = z.infer<typeof Strategy>;

const IdleMinutes = z.number().int().min(0).max(LIMITS.idleMinutes.max);
const MaxMinutes = z.number().int().min(0).max(LIMITS.maxMinutes.max);
const RecordingReason = z.string().trim().max(LIMITS.reason.max);
const CommandFilterId = z.union([z.literal(''), Id]);
const AllowedCommands = z.array(AllowedCommand).max(LIMITS.allowedCommands.max);
const notTaken = echoed('id', 'created', 'grantCount', 'commandFilterName');

export const StrategyInput = z.strictObject({
  name: Name,
  ...eachFlag(z.boolean().default(false)),
  idleMinutes: IdleMinutes.default(0),
  maxMinutes: MaxMinutes.default(0),
  recording: z.boolean().default(true),
  recordingReason: RecordingReason.default(''),
  commandFilterId: CommandFilterId.default(''),
  commandsOnly: z.boolean().default(false),
  allowedCommands: AllowedCommands.default([]),
  ...eachChannel((name) => z.boolean().default(USUAL_CHANNELS.includes(name))),
  forwardTargets: ForwardTargets.default([]),
  ...notTaken,
});
export type StrategyInput = z.infer<typeof StrategyInput>;

/** False is a value; what is absent stays as it is, because the family's client knows only its own fields. */
export const StrategyChange = z.strictObject({
  name: Name,
  ...eachFlag(z.boolean().optional()),
  idleMinutes: IdleMinutes.optional(),
  maxMinutes: MaxMinutes.optional(),
  recording: z.boolean().optional(),
  recordingReason: RecordingReason.optional(),
  commandFilterId: CommandFilterId.optional(),
  commandsOnly: z.boolean().optional(),
  allowedCommands: AllowedCommands.optional(),
  ...eachChannel(() => z.boolean().optional()),
  forwardTargets: ForwardTargets.optional(),
  ...notTaken,
});
export type StrategyChange = z.infer<typeof StrategyChange>;

const STRATEGY_SORT_FIELDS = ['name', 'created'] as const;
export const StrategyQuery = pagingQuery(STRATEGY_SORT_FIELDS, { name: SearchText });
export type StrategyQuery = z.infer<typeof StrategyQuery>;

const ById = z.object({ id: Id });

export const listStrategyOptions = endpoint({
  method: 'GET',
  path: '/strategies',
  access: [
    'strategy',
    'asset-authorised-user',
    'asset-authorised-user-add',
    'asset-authorised-user-group',
    'asset-authorised-user-group-add',
    'user-bind-asset',
    'user-group-bind-asset',
  ],
  summary: 'Every strategy, by name.',
  response: z.array(Strategy),
});

export const listStrategies = endpoint({
  method: 'GET',
  path: '/strategies/paging',
  access: ['strategy'],
  summary: 'Strategies, page by page.',
  query: StrategyQuery,
  response: paged(Strategy),
});

export const getStrategy = endpoint({
  method: 'GET',
  path: '/strategies/:id',
  access: ['strategy-detail', 'strategy-edit'],
  summary: 'One strategy.',
  params: ById,
  response: Strategy,
});

/** Exactly one of person and group is named. */
export const StrategyGrant = z.object({
  id: z.string(),
  assetId: z.string(),
  assetName: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** Empty when it is a group’s. */
  userAccount: z.string(),
  userGroupId: z.string(),
  userGroupName: z.string(),
  created: FamilyTime,
});
export type StrategyGrant = z.infer<typeof StrategyGrant>;

export const StrategyGrantQuery = pagingQuery(['created'], {});
export type StrategyGrantQuery = z.infer<typeof StrategyGrantQuery>;

export const listStrategyGrants = endpoint({
  method: 'GET',
  path: '/strategies/:id/grants/paging',
  access: ['strategy-detail'],
  summary: 'The grants that refer to a strategy, newest first.',
  params: ById,
  query: StrategyGrantQuery,
  response: paged(StrategyGrant),
});

export const createStrategy = endpoint({
  method: 'POST',
  path: '/strategies',
  access: ['strategy-add'],
  widens: true,
  summary: 'Makes a strategy. What is not given is not allowed, but for a shell and commands over SSH.',
  body: StrategyInput,
  response: Strategy,
});

export const updateStrategy = endpoint({
  method: 'PUT',
  path: '/strategies/:id',
  access: ['strategy-edit'],
  widens: true,
  summary: 'Changes a strategy. What is not given stays as it is.',
  params: ById,
  body: StrategyChange,
});

export const deleteStrategies = endpoint({
  method: 'DELETE',
  path: '/strategies/:ids',
  access: ['strategy-del'],
  summary: 'Deletes strategies, all or none. Refused while a grant refers to one of them.',
  params: z.object({ ids: IdList }),
});
