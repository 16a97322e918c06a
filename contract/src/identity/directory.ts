import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';
import { IdentitySourceInput, SourceKey } from './identity-source.ts';
import { ACCOUNT_STATES, SourceTest } from './source-test.ts';

/** How many are shown of a directory before a source is saved, and how many to pick from. */
export const PREVIEWED_PEOPLE = 20;
export const LISTED_PEOPLE = 100;
export const IMPORTED_AT_ONCE = 100;

/** Somebody in a directory, and what they would be here. */
export const DirectoryPerson = z.object({
  /** What stays the same in the directory. */
  subject: z.string(),
  dn: z.string(),
  username: z.string(),
  nickname: z.string(),
  mail: z.string(),
  state: z.enum(ACCOUNT_STATES),
  groups: z.array(z.string()),
  keyCount: z.number().int(),
  /** `known`: there is such a user; `created`: would be made; `refused`: would not, and why. */
  outcome: z.enum(['known', 'created', 'refused']),
  /** Of the user that it is or would be. */
  account: z.string(),
  reason: z.string(),
});
export type DirectoryPerson = z.infer<typeof DirectoryPerson>;

const People = z.object({
  people: z.array(DirectoryPerson),
  /** There are more. */
  isCut: z.boolean(),
});

const ById = z.object({ id: Id });

export const previewDirectory = endpoint({
  method: 'POST',
  path: '/identity-sources/directory-preview',
  access: ['identity-source-add', 'identity-source-edit'],
  interactive: true,
  summary:
    'The first people of a directory as it would be saved, and what they would be here. An empty secret stands for the stored one of `id`, which goes only where it was meant for.',
  perMinute: 30,
  body: z.strictObject({ id: z.union([z.literal(''), Id]).default(''), source: IdentitySourceInput }),
  response: People,
});

export const testDirectory = endpoint({
  method: 'POST',
  path: '/identity-sources/:id/directory-test',
  access: ['identity-source-edit'],
  interactive: true,
  summary:
    'What a directory says of somebody, which rule gives what, and what they would reach. Makes nothing.',
  perMinute: 30,
  params: ById,
  body: z.strictObject({ username: z.string().trim().min(1).max(LIMITS.username.max) }),
  response: SourceTest,
});

export const searchDirectory = endpoint({
  method: 'POST',
  path: '/identity-sources/:id/directory-people',
  access: ['identity-source-edit'],
  interactive: true,
  summary: 'People of a directory by the beginning of account, name or mail address, to pick from.',
  perMinute: 60,
  params: ById,
  body: z.strictObject({ keyword: z.string().trim().max(100).default('') }),
  response: People,
});

export const importFromDirectory = endpoint({
  method: 'POST',
  path: '/identity-sources/:id/directory-import',
  access: ['identity-source-edit'],
  interactive: true,
  widens: true,
  summary:
    'Makes users of the people that were picked, with what the rules give. For those who hold every right.',
  perMinute: 30,
  params: ById,
  body: z.strictObject({ subjects: z.array(z.string().min(1).max(200)).min(1).max(IMPORTED_AT_ONCE) }),
  response: z.object({
    created: z.number().int(),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
});

export const linkDirectory = endpoint({
  method: 'POST',
  path: '/account/identities/:key/directory',
  access: 'signed-in',
  interactive: true,
  widens: true,
  summary: 'Links an account of a directory to one’s own: whoever knows its password is its person.',
  perMinute: 10,
  perPerson: 10,
  params: z.object({ key: SourceKey }),
  body: z.strictObject({
    username: z.string().trim().min(1).max(LIMITS.username.max),
    password: z.string().min(1).max(LIMITS.password.max),
  }),
});
