import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { BlankSecret, echoed, FamilyTime, Id, IdList, Name, TextFlag } from '../scalars.ts';
import { NewPassword } from './account.ts';
import { USER_TYPES } from './role.ts';

export const USER_STATUSES = ['enabled', 'disabled'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** What becomes of the storage spaces of somebody who is deleted. */
export const FILES_FATES = ['keep', 'give', 'delete'] as const;
export type FilesFate = (typeof FILES_FATES)[number];

export const UserOption = z.object({ id: z.string(), nickname: z.string(), username: z.string() });
export type UserOption = z.infer<typeof UserOption>;

const common = {
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  mail: z.string(),
  /** Somebody is signed in as this person right now. */
  online: z.boolean(),
  status: z.enum(USER_STATUSES),
  created: FamilyTime,
  type: z.enum(USER_TYPES),
  /** Empty for people kept here. */
  source: z.string(),
};

export const UserRow = z.object({
  ...common,
  /** `1` when a second factor is set, as the product family prints it. Never the secret. */
  totpSecret: z.enum(['0', '1']),
  sharerAssetCount: z.number().int(),
});
export type UserRow = z.infer<typeof UserRow>;

export const User = z.object({
  ...common,
  password: BlankSecret,
  enableTotp: z.boolean(),
  mustChangePassword: z.boolean(),
  roles: z.array(z.string()),
  /**
   * Who set its password: for them it counts as an account of their own until another administrator confirms it. Empty
   * when it is its person's alone.
   */
  knownTo: z.array(z.object({ id: z.string(), nickname: z.string() })).optional(),
});
export type User = z.infer<typeof User>;

export const Username = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.username.max)
  .regex(/^[\p{L}\p{N}._@-]+$/u);

/** Empty when there is none. */
export const Mail = z
  .string()
  .trim()
  .max(LIMITS.mail.max)
  .refine((text) => text === '' || z.email().safeParse(text).success, { params: { rule: 'email' } });

export const Nickname = Name.max(LIMITS.nickname.max);

const profile = {
  username: Username,
  nickname: Nickname,
  type: z.enum(USER_TYPES),
  roles: z.array(Id).max(LIMITS.idsPerCall.max).nullish(),
  mail: Mail.default(''),
  ...echoed('id', 'online', 'status', 'created', 'source', 'enableTotp', 'totpSecret', 'sharerAssetCount'),
};

export const NewUser = z.strictObject({
  ...profile,
  password: NewPassword,
  /** The administrator knows this password, so it is good for one login only, unless they say otherwise. */
  mustChangePassword: z.boolean().default(true),
  /** Joins these groups at once; needs the right to edit groups. */
  groups: z.array(Id).max(LIMITS.idsPerCall.max).default([]),
});
export type NewUser = z.infer<typeof NewUser>;

export const UserChange = z.strictObject({
  ...profile,
  ...echoed('password', 'mustChangePassword', 'knownTo'),
});
export type UserChange = z.infer<typeof UserChange>;

export const UserQuery = pagingQuery(['username', 'nickname', 'created'], {
  /** Name, account, mail address, or name and account as the console prints them. */
  keyword: SearchText,
  username: SearchText,
  nickname: SearchText,
  mail: SearchText,
  online: TextFlag,
});
export type UserQuery = z.infer<typeof UserQuery>;

const ById = z.object({ id: Id });
const ByIds = z.object({ ids: IdList });

/** Who may choose from all people. */
export const USER_OPTION_ACCESS = [
  'user',
  'user-group-add',
  'user-group-edit',
  'login-policy',
  'asset-change-owner',
  'asset-authorised-user',
  'command-change-owner',
  'credential-change-owner',
  'storage-add',
  'storage-edit',
  'event-destination-add',
  'event-destination-edit',
] as const;

export const listUserOptions = endpoint({
  method: 'GET',
  path: '/users',
  access: USER_OPTION_ACCESS,
  summary: 'Everybody’s id and display name, for pickers.',
  response: z.array(UserOption),
});

/** Those to whom the list of people shows mail addresses. */
export const USER_LIST_ACCESS = ['user', 'login-policy-bind-user'] as const;

export const listUsers = endpoint({
  method: 'GET',
  path: '/users/paging',
  access: USER_LIST_ACCESS,
  summary: 'People, page by page.',
  query: UserQuery,
  response: paged(UserRow),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: ['user-detail', 'user-edit'],
  summary: 'One person, with their roles.',
  params: ById,
  response: User,
});

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access: ['user-add'],
  widens: true,
  summary: 'Adds a person. The password given is good for one login unless said otherwise.',
  body: NewUser,
  response: User,
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: ['user-edit'],
  widens: true,
  summary: 'Changes a person and their roles. Nobody can give rights they do not have.',
  params: ById,
  body: UserChange,
});

export const changeUserStatus = endpoint({
  method: 'PATCH',
  path: '/users/:id/status',
  access: ['user-enable-disable'],
  widens: true,
  summary: 'Enables or disables a person. Disabling ends their logins, access tokens and SSH keys at once.',
  params: ById,
  query: z.object({ status: z.enum(USER_STATUSES) }),
});

export const deleteUsers = endpoint({
  method: 'DELETE',
  path: '/users/:ids',
  access: ['user-del'],
  summary:
    'Deletes people, all or none. Not oneself, and not the first administrator. Their files are kept for administrators, given to somebody, or deleted.',
  params: ByIds,
  query: z
    .object({
      files: z.preprocess((value) => (value === '' ? undefined : value), z.enum(FILES_FATES).default('keep')),
      filesTo: Id.optional(),
    })
    .refine(({ files, filesTo }) => files !== 'give' || filesTo !== undefined, { path: ['filesTo'] }),
});

export const setUserPasswords = endpoint({
  method: 'POST',
  path: '/users/:ids/change-password',
  access: ['user-change-password'],
  widens: true,
  summary: 'Gives people a new password, good for one login. Ends their logins, access tokens and SSH keys.',
  interactive: true,
  params: ByIds,
  form: true,
  body: z.strictObject({ password: NewPassword, mustChangePassword: z.boolean().default(true) }),
});

export const confirmUser = endpoint({
  method: 'POST',
  path: '/users/:id/confirm',
  access: ['user-edit'],
  widens: true,
  summary:
    'Says that an account is its person’s alone. Not for whoever set its password, nor for accounts that they made.',
  interactive: true,
  params: ById,
});

export const resetUserTotp = endpoint({
  method: 'POST',
  path: '/users/:ids/reset-totp',
  access: ['user-reset-totp'],
  widens: true,
  summary: 'Removes the second factor of people who lost it. Ends their logins, access tokens and SSH keys.',
  interactive: true,
  params: ByIds,
});
