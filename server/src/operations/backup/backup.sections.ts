import { BUILT_IN_ROLES, SUPER_ADMIN_ID, USER_TYPES } from '@jadegate/contract/identity/role';
import { USER_STATUSES } from '@jadegate/contract/identity/user';
import { StoredPreferences } from '@jadegate/contract/identity/user-preference';
import { MENU_IDS } from '@jadegate/contract/menu';
import { LOGO_TYPES } from '@jadegate/contract/platform/branding';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { usernameKey } from '../../identity/user/user.service.ts';
import { isTakenOverHash } from '../../kernel/bcrypt.ts';
import { compileIpSet } from '../../kernel/ip-set.ts';
import { compiles, isJsonOf } from '../../kernel/stored-text.ts';
import { imageType } from '../../platform/branding/branding.service.ts';
import { ACCESS_SECTIONS } from './access-sections.ts';
import { EVENT_DESTINATIONS } from './event-destination-section.ts';
import { GPU_NOTES } from './gpu-section.ts';
import { IDENTITY_SOURCES } from './identity-source-section.ts';
import { isSetting } from './is-setting.ts';
import { JOBS } from './job-section.ts';
import { NODES } from './node-section.ts';
import {
  flag,
  maybeId,
  named,
  PEOPLE,
  priority,
  rule,
  short,
  SOMEBODY,
  text,
  time,
  timePeriod,
} from './section-values.ts';
import { part, section, type Section } from './section.ts';
import { VMS } from './vm-section.ts';

const ipSet = z
  .string()
  .max(10_000)
  .refine((set) => compiles(compileIpSet, set));

/**
 * All configuration there is, in the order in which it is written back. A test fails while a table stands neither here nor
 * among what a backup leaves out of its area (`db/tables`), and the compiler while a column is missing.
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
      // Of a file that does not say so nobody knows.
      mail_claimed: flag.default(1),
      type: z.enum(USER_TYPES),
      status: z.enum(USER_STATUSES),
      disabled_by: short.default(''),
      source: short,
      password_hash: short.refine((hash) => hash.startsWith('$argon2id$') || isTakenOverHash(hash)),
      must_change_password: flag,
      totp_enabled: flag,
      totp_last_step: null,
      passkeys: null,
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
  IDENTITY_SOURCES,
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
  ...ACCESS_SECTIONS,
  JOBS,
  EVENT_DESTINATIONS,
  NODES,
  GPU_NOTES,
  VMS,
];
