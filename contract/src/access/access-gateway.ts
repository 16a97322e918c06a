import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Host, Port } from '../host.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { BlankSecret, echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';
import { CREDENTIAL_SECRETS } from './credential.ts';

export const GATEWAY_ACCOUNT_TYPES = ['password', 'private-key'] as const;
export type GatewayAccountType = (typeof GATEWAY_ACCOUNT_TYPES)[number];

/** `unused` since the start, `connected` now, `idle` when the last connection ended well, `failed` when it did not. */
const GATEWAY_STATES = ['unused', 'idle', 'connected', 'failed'] as const;
export type GatewayStateName = (typeof GATEWAY_STATES)[number];

const HOST_KEY_STANDINGS = ['unknown', 'trusted', 'changed'] as const;

export const AccessGatewayRow = z.object({
  id: z.string(),
  name: z.string(),
  ip: z.string(),
  port: z.number().int(),
  accountType: z.enum(GATEWAY_ACCOUNT_TYPES),
  /** Empty means root. */
  username: z.string(),
  created: FamilyTime,
  connected: z.boolean(),
  /** What the connection does, or why it failed, in the caller’s language. */
  message: z.string(),
  state: z.enum(GATEWAY_STATES),
  /** When the state began. */
  since: FamilyTime,
  /** The gateway through which this one is reached; empty for none. */
  accessGatewayId: z.string(),
  accessGatewayName: z.string(),
  assetCount: z.number().int(),
  hostKey: z.enum(HOST_KEY_STANDINGS),
});
export type AccessGatewayRow = z.infer<typeof AccessGatewayRow>;

export const AccessGateway = AccessGatewayRow.extend({
  password: BlankSecret,
  privateKey: BlankSecret,
  passphrase: BlankSecret,
  /** Which secrets are stored, so that a form can say so without seeing them. */
  stored: z.array(z.enum(CREDENTIAL_SECRETS)),
  encrypted: z.literal(true),
});
export type AccessGateway = z.infer<typeof AccessGateway>;

/** The family stores `-` for an emptied field. */
const emptied = (value: unknown) => (value === '-' ? '' : value);
const Secret = (max: number) => z.preprocess(emptied, z.string().max(max).default(''));

/** An empty secret means "not given": nothing stored on create, unchanged on update. */
export const AccessGatewayInput = z.strictObject({
  name: Name,
  ip: Host,
  port: Port.default(22),
  accountType: z.enum(GATEWAY_ACCOUNT_TYPES).default('password'),
  username: z.preprocess(
    emptied,
    z
      .string()
      .trim()
      .max(LIMITS.username.max)
      .regex(/^\P{Cc}*$/u)
      .default(''),
  ),
  password: Secret(LIMITS.targetPassword.max),
  privateKey: Secret(LIMITS.privateKey.max),
  passphrase: Secret(LIMITS.targetPassword.max),
  accessGatewayId: z.preprocess(
    (value) => (value === '' || value === '-' || value === undefined ? null : value),
    Id.nullable(),
  ),
  ...echoed(
    'id',
    'created',
    'connected',
    'message',
    'state',
    'since',
    'accessGatewayName',
    'assetCount',
    'hostKey',
    'stored',
    'encrypted',
  ),
});
export type AccessGatewayInput = z.infer<typeof AccessGatewayInput>;

const GATEWAY_SORT_FIELDS = ['name', 'ip', 'created'] as const;

export const AccessGatewayQuery = pagingQuery(GATEWAY_SORT_FIELDS, { name: SearchText, ip: SearchText });
export type AccessGatewayQuery = z.infer<typeof AccessGatewayQuery>;

/** What a test found. A gateway that cannot be reached is an answer, not a failure of the call. */
export const GatewayTest = z.object({
  connected: z.boolean(),
  message: z.string(),
  /** Milliseconds until logged in; null when that failed. */
  latency: z.number().int().nullable(),
  hostKey: z.enum(HOST_KEY_STANDINGS),
  /** Of the key the gateway showed; empty when it showed none. */
  fingerprint: z.string(),
  /** This test taught the product the key. */
  learned: z.boolean(),
});
export type GatewayTest = z.infer<typeof GatewayTest>;

const ById = z.object({ id: Id });

export const listAccessGatewayOptions = endpoint({
  method: 'GET',
  path: '/access-gateways',
  access: [
    'access-gateway',
    'access-gateway-add',
    'access-gateway-edit',
    'asset',
    'asset-add',
    'asset-edit',
    'asset-import',
  ],
  summary: 'Every gateway’s id and name, for pickers.',
  response: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const listAccessGateways = endpoint({
  method: 'GET',
  path: '/access-gateways/paging',
  access: ['access-gateway'],
  summary: 'Access gateways, page by page, with the state of their connections.',
  query: AccessGatewayQuery,
  response: paged(AccessGatewayRow),
});

export const getAccessGateway = endpoint({
  method: 'GET',
  path: '/access-gateways/:id',
  access: ['access-gateway', 'access-gateway-edit'],
  summary: 'One access gateway without its secrets.',
  params: ById,
  response: AccessGateway,
});

export const createAccessGateway = endpoint({
  method: 'POST',
  path: '/access-gateways',
  access: ['access-gateway-add'],
  summary: 'Stores an access gateway. Does not connect.',
  body: AccessGatewayInput,
  response: AccessGateway,
});

export const updateAccessGateway = endpoint({
  method: 'PUT',
  path: '/access-gateways/:id',
  access: ['access-gateway-edit'],
  widens: true,
  summary: 'Changes an access gateway and ends its connection. An empty secret is left as it is.',
  params: ById,
  body: AccessGatewayInput,
});

export const deleteAccessGateways = endpoint({
  method: 'DELETE',
  path: '/access-gateways/:ids',
  access: ['access-gateway-del'],
  summary: 'Deletes access gateways, all or none. Refused while an asset or a gateway uses one of them.',
  params: z.object({ ids: IdList }),
});

export const testAccessGateway = endpoint({
  method: 'POST',
  path: '/access-gateways/:id/test',
  access: ['access-gateway-edit'],
  summary: 'Connects now and says what happened. Learns the host key of a gateway that has none. Audited.',
  perMinute: 60,
  params: ById,
  response: GatewayTest,
});
