import {
  SOURCE_CONFIGS,
  SOURCE_ICONS,
  SOURCE_KINDS,
  SourceKey,
  type SourceKind,
} from '@jadegate/contract/identity/identity-source';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { isJsonOf } from '../../kernel/stored-text.ts';
import { flag, maybeId, named, PEOPLE, short, text, time, whole } from './section-values.ts';
import { part, section } from './section.ts';

const ROLES = { section: 'roles' } as const;
const GROUPS = { section: 'user-groups' } as const;

/** Where people are known beside the product, who they are there, and what that gave them. */
export const IDENTITY_SOURCES = section({
  name: 'identity-sources',
  table: 'identity_source',
  key: ['key'],
  label: (row) => String(row.name),
  secretsOf: 'identity-source:',
  isSound: ({ row }) => isJsonOf(SOURCE_CONFIGS[row.kind as SourceKind], String(row.config)),
  columns: {
    id: Id,
    key: SourceKey,
    kind: z.enum(SOURCE_KINDS),
    name: named,
    icon: z.enum(SOURCE_ICONS),
    position: whole,
    enabled: flag,
    config: text,
    created_at: time,
    updated_at: time,
  },
  parts: [
    part({
      table: 'source_rule',
      parent: 'source_id',
      hasOwnId: true,
      columns: { id: Id, position: whole, value: named, role_id: maybeId, user_group_id: maybeId },
      references: { role_id: ROLES, user_group_id: GROUPS },
    }),
    part({
      table: 'source_identity',
      parent: 'source_id',
      hasOwnId: true,
      columns: {
        id: Id,
        issuer: short,
        subject: named,
        user_id: Id,
        label: short,
        created_at: time,
        last_login_at: time,
        made: flag.default(0),
      },
      references: { user_id: PEOPLE },
    }),
    part({
      table: 'source_grant',
      parent: 'source_id',
      hasOwnId: true,
      columns: { id: Id, user_id: Id, role_id: maybeId, user_group_id: maybeId },
      references: { user_id: PEOPLE, role_id: ROLES, user_group_id: GROUPS },
    }),
  ],
});
