import { CREDENTIAL_TYPES } from '@jadegate/contract/access/credential';
import { HostSet } from '@jadegate/contract/host-set';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { compileHostSet } from '../../kernel/host-set.ts';
import { compiles } from '../../kernel/stored-text.ts';
import {
  flag,
  maybeId,
  named,
  PEOPLE,
  port,
  priority,
  short,
  SOMEBODY,
  text,
  time,
  timePeriod,
} from './section-values.ts';
import { part, section, type Section } from './section.ts';
import { STRATEGIES } from './strategy-section.ts';

/** Files from before there was such a limit hold none. */
const hostSet = z
  .string()
  .refine((set) => HostSet.safeParse(set).success && compiles(compileHostSet, set))
  .default('');

const hostKeys = (parentPrefix: string) =>
  part({
    table: 'host_key',
    parent: 'owner',
    parentPrefix,
    columns: {
      key_type: named,
      state: z.enum(['pinned', 'offered']),
      fingerprint: short,
      public_key: text,
      seen_at: time,
      seen_by: short,
      /** Files from before hypervisors were asked hold none. */
      seen_via: short.default(''),
    },
    references: { seen_by: SOMEBODY },
  });

/** What can be reached, with what and by whom, in the order in which it is written back. */
export const ACCESS_SECTIONS: readonly Section[] = [
  section({
    name: 'credentials',
    table: 'credential',
    key: ['name'],
    secretsOf: 'credential:',
    columns: {
      id: Id,
      name: named,
      type: z.enum(CREDENTIAL_TYPES),
      username: short,
      owner_id: short,
      key_type: short,
      fingerprint: short,
      public_key: text,
      created_at: time,
      updated_at: time,
      addresses: hostSet,
    },
    references: { owner_id: SOMEBODY },
  }),
  section({
    name: 'gateways',
    table: 'access_gateway',
    key: ['name'],
    secretsOf: 'gateway:',
    columns: {
      id: Id,
      name: named,
      ip: named,
      port,
      account_type: z.enum(['password', 'private-key']),
      username: short,
      parent_id: maybeId,
      created_at: time,
    },
    references: { parent_id: { section: 'gateways' } },
    parts: [hostKeys('gateway:')],
  }),
  section({
    name: 'assets',
    table: 'asset',
    key: ['name', 'protocol', 'ip', 'port'],
    isKeyUnique: false,
    secretsOf: 'asset:',
    columns: {
      id: Id,
      name: named,
      protocol: z.enum(['ssh', 'telnet', 'rdp', 'vnc', 'kubernetes']),
      ip: short,
      port,
      account_type: z.enum(['custom', 'private-key', 'credential', '']),
      username: short,
      credential_id: maybeId,
      description: text,
      owner_id: short,
      created_at: time,
      access_gateway_id: maybeId,
      active: null,
      active_message: null,
      checked_at: null,
      checking_until: null,
      last_access_at: null,
    },
    references: {
      credential_id: { section: 'credentials' },
      access_gateway_id: { section: 'gateways' },
      owner_id: SOMEBODY,
    },
    parts: [
      part({ table: 'asset_tag', parent: 'asset_id', columns: { tag: named } }),
      part({ table: 'asset_attribute', parent: 'asset_id', columns: { name: named, value: text } }),
      hostKeys('asset:'),
    ],
  }),
  section({
    name: 'command-filters',
    table: 'command_filter',
    key: ['name'],
    columns: { id: Id, name: named, created_at: time },
    parts: [
      part({
        table: 'command_filter_rule',
        parent: 'command_filter_id',
        hasOwnId: true,
        columns: {
          id: Id,
          priority,
          type: z.enum(['exact', 'prefix', 'regex']),
          pattern: text,
          ignore_case: flag,
          action: z.enum(['allow', 'deny', 'warn']),
          enabled: flag,
          created_at: time,
        },
      }),
    ],
  }),
  STRATEGIES,
  section({
    name: 'grants',
    table: 'authorised',
    key: ['asset_id', 'user_id', 'user_group_id'],
    label: (row, nameOf) =>
      [
        row.user_id === null
          ? nameOf('user-groups', row.user_group_id ?? '')
          : nameOf('users', row.user_id ?? ''),
        nameOf('assets', row.asset_id ?? ''),
      ].join(' → '),
    columns: {
      id: Id,
      asset_id: Id,
      user_id: maybeId,
      user_group_id: maybeId,
      strategy_id: maybeId,
      command_filter_id: maybeId,
      starts_at: time.nullable(),
      ends_at: time.nullable(),
      time_period: timePeriod,
      created_at: time,
    },
    references: {
      asset_id: { section: 'assets' },
      user_id: PEOPLE,
      user_group_id: { section: 'user-groups' },
      strategy_id: { section: 'strategies' },
      command_filter_id: { section: 'command-filters' },
    },
    isSound: ({ row }) => (row.user_id === null) !== (row.user_group_id === null),
  }),
  section({
    name: 'commands',
    table: 'command',
    key: ['name', 'owner_id'],
    isKeyUnique: false,
    columns: { id: Id, name: named, content: text, owner_id: short, shared: flag, created_at: time },
    references: { owner_id: SOMEBODY },
  }),
];
