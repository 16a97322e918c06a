import { AllowedCommand } from '@jadegate/contract/access/allowed-command';
import { CREDENTIAL_TYPES } from '@jadegate/contract/access/credential';
import { HostSet } from '@jadegate/contract/host-set';
import { BUILT_IN_ROLES, SUPER_ADMIN_ID, USER_TYPES } from '@jadegate/contract/identity/role';
import { USER_STATUSES } from '@jadegate/contract/identity/user';
import { StoredPreferences } from '@jadegate/contract/identity/user-preference';
import { MENU_IDS } from '@jadegate/contract/menu';
import { LOGO_TYPES } from '@jadegate/contract/platform/branding';
import { Id } from '@jadegate/contract/scalars';
import { parseRanges } from '@jadegate/contract/time-window';
import * as z from 'zod';

import { usernameKey } from '../../identity/user/user.service.ts';
import { compileHostSet } from '../../kernel/host-set.ts';
import { compileIpSet } from '../../kernel/ip-set.ts';
import { imageType } from '../../platform/branding/branding.service.ts';
import { GPU_NOTES } from './gpu-section.ts';
import { JOBS } from './job-section.ts';
import { NODES } from './node-section.ts';
import {
  flag,
  maybeId,
  named,
  PEOPLE,
  port,
  priority,
  rule,
  short,
  SOMEBODY,
  text,
  time,
  whole,
} from './section-values.ts';
import { part, section, type Section } from './section.ts';
import { compiles, isJsonOf, isSetting } from './stored-text.ts';
import { VMS } from './vm-section.ts';

const Windows = z.array(
  z.strictObject({
    key: z.number().int().min(0).max(6),
    value: short.refine((ranges) => parseRanges(ranges) !== undefined),
  }),
);
const ipSet = z
  .string()
  .max(10_000)
  .refine((set) => compiles(compileIpSet, set));
/** Files from before there was such a limit hold none. */
const hostSet = z
  .string()
  .refine((set) => HostSet.safeParse(set).success && compiles(compileHostSet, set))
  .default('');
/** Files from before strategies could be limited to commands hold none. */
const allowedCommands = text.refine((json) => isJsonOf(z.array(AllowedCommand), json)).default('[]');
const timePeriod = text.refine((json) => isJsonOf(Windows, json));

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

/**
 * All configuration there is, in the order in which it is written back. A table that holds configuration stands here;
 * a test fails while one stands neither here nor in the list below, and the compiler while a column is missing.
 */
export const SECTIONS: readonly Section[] = [
  section({
    name: 'roles',
    table: 'role',
    key: ['name'],
    builtIn: BUILT_IN_ROLES.map(({ id }) => id),
    columns: { id: Id, name: named, type: z.literal('new'), created_at: time },
    parts: [
      part({
        table: 'role_menu',
        parent: 'role_id',
        columns: { menu_id: z.enum(MENU_IDS), checked: flag },
      }),
    ],
  }),
  section({
    name: 'users',
    table: 'user',
    key: ['username_key'],
    pinned: [SUPER_ADMIN_ID],
    label: (row) => String(row.username),
    secretsOf: 'user:',
    passingSecrets: ['totp-pending'],
    columns: {
      id: Id,
      username: named,
      username_key: named,
      nickname: short,
      mail: short,
      type: z.enum(USER_TYPES),
      status: z.enum(USER_STATUSES),
      source: short,
      password_hash: short.regex(/^\$argon2id\$/),
      must_change_password: flag,
      totp_enabled: flag,
      totp_last_step: null,
      created_at: time,
    },
    parts: [
      part({
        table: 'user_role',
        parent: 'user_id',
        columns: { role_id: Id },
        references: { role_id: { section: 'roles' } },
      }),
      part({
        table: 'recovery_code',
        parent: 'user_id',
        columns: { code_hash: short.regex(/^[0-9a-f]{64}$/) },
        isBoundToId: true,
      }),
      part({
        table: 'user_preference',
        parent: 'user_id',
        columns: { value: text.refine((json) => isJsonOf(StoredPreferences, json)), updated_at: time },
      }),
    ],
    isSound: ({ row, secrets }) =>
      row.username_key === usernameKey(String(row.username)) &&
      (row.totp_enabled === 0 || secrets.totp !== undefined),
  }),
  section({
    name: 'user-groups',
    table: 'user_group',
    key: ['name'],
    columns: { id: Id, name: named, created_at: time },
    parts: [
      part({
        table: 'user_group_member',
        parent: 'user_group_id',
        columns: { user_id: Id },
        references: { user_id: PEOPLE },
      }),
    ],
  }),
  section({
    name: 'storages',
    table: 'storage',
    key: ['name', 'owner_id'],
    isKeyUnique: false,
    columns: {
      id: Id,
      name: named,
      is_share: flag,
      limit_bytes: z.number().int().min(-1),
      used_bytes: null,
      entry_count: null,
      reserved_bytes: null,
      changes: null,
      owner_id: short,
      created_at: time,
    },
    references: { owner_id: SOMEBODY },
    parts: [
      part({
        table: 'storage_share',
        parent: 'storage_id',
        hasOwnId: true,
        columns: { id: Id, user_id: maybeId, user_group_id: maybeId, mode: z.enum(['read', 'write']) },
        references: { user_id: PEOPLE, user_group_id: { section: 'user-groups' } },
      }),
    ],
  }),
  section({
    name: 'login-policies',
    table: 'login_policy',
    key: ['name'],
    isKeyUnique: false,
    columns: {
      id: Id,
      name: named,
      ip_group: ipSet,
      priority,
      enabled: flag,
      rule,
      time_period: timePeriod,
    },
    parts: [
      part({
        table: 'login_policy_user',
        parent: 'login_policy_id',
        columns: { user_id: Id },
        references: { user_id: PEOPLE },
      }),
    ],
  }),
  section({
    name: 'access-rules',
    table: 'access_security',
    key: ['ip', 'rule', 'priority'],
    isKeyUnique: false,
    columns: { id: Id, ip: ipSet, rule, source: short, priority },
  }),
  section({
    name: 'settings',
    table: 'setting',
    id: 'key',
    key: ['key'],
    columns: { key: named, value: text, updated_at: time },
    isSound: ({ row }) => isSetting(String(row.key), row.value),
  }),
  section({
    name: 'brand-images',
    table: 'brand_image',
    id: 'name',
    key: ['name'],
    columns: {
      name: named,
      content_type: z.enum(LOGO_TYPES),
      content: z.base64().max(4_000_000),
      version: short,
    },
    isSound: ({ row }) => imageType(Buffer.from(String(row.content), 'base64')) === row.content_type,
  }),
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
  section({
    name: 'strategies',
    table: 'strategy',
    key: ['name'],
    columns: {
      id: Id,
      name: named,
      upload: flag,
      download: flag,
      edit: flag,
      remove: flag,
      rename: flag,
      copy: flag,
      paste: flag,
      create_dir: flag,
      idle_minutes: whole,
      max_minutes: whole,
      recording: flag,
      recording_reason: text,
      command_filter_id: maybeId,
      commands_only: flag.default(0),
      allowed_commands: allowedCommands,
      created_at: time,
    },
    references: { command_filter_id: { section: 'command-filters' } },
  }),
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
  JOBS,
  NODES,
  GPU_NOTES,
  VMS,
];
