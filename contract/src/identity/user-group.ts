import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';

const common = { id: z.string(), name: z.string(), created: FamilyTime };

export const UserGroupRow = z.object({
  ...common,
  memberCount: z.number().int(),
  assetCount: z.number().int(),
});
export type UserGroupRow = z.infer<typeof UserGroupRow>;

/** `name` of a member is the display name, as the product family sends it. */
export const UserGroup = z.object({
  ...common,
  members: z.array(z.object({ id: z.string(), name: z.string(), username: z.string() })),
});
export type UserGroup = z.infer<typeof UserGroup>;

export const UserGroupInput = z.strictObject({
  name: Name,
  members: z.array(Id).max(LIMITS.members.max).default([]),
  ...echoed('id', 'created', 'memberCount', 'assetCount'),
});
export type UserGroupInput = z.infer<typeof UserGroupInput>;

export const UserGroupQuery = pagingQuery(['name', 'created'], { name: SearchText });
export type UserGroupQuery = z.infer<typeof UserGroupQuery>;

const ById = z.object({ id: Id });

export const listUserGroupOptions = endpoint({
  method: 'GET',
  path: '/user-groups',
  access: [
    'user-group',
    'asset-authorised-user-group',
    'storage-add',
    'storage-edit',
    'event-destination-add',
    'event-destination-edit',
  ],
  summary: 'Every group’s id and name, for pickers.',
  response: z.array(z.object({ ...common, members: z.null() })),
});

export const listUserGroups = endpoint({
  method: 'GET',
  path: '/user-groups/paging',
  access: ['user-group'],
  summary: 'Groups of people, page by page.',
  query: UserGroupQuery,
  response: paged(UserGroupRow),
});

export const getUserGroup = endpoint({
  method: 'GET',
  path: '/user-groups/:id',
  access: ['user-group-detail', 'user-group-edit'],
  summary: 'One group with its members.',
  params: ById,
  response: UserGroup,
});

export const createUserGroup = endpoint({
  method: 'POST',
  path: '/user-groups',
  access: ['user-group-add'],
  widens: true,
  summary: 'Makes a group.',
  body: UserGroupInput,
  response: UserGroup,
});

export const updateUserGroup = endpoint({
  method: 'PUT',
  path: '/user-groups/:id',
  access: ['user-group-edit'],
  widens: true,
  summary: 'Renames a group and replaces its members.',
  params: ById,
  body: UserGroupInput,
});

export const deleteUserGroups = endpoint({
  method: 'DELETE',
  path: '/user-groups/:ids',
  access: ['user-group-del'],
  summary: 'Deletes groups, all or none. Their members stay.',
  params: z.object({ ids: IdList }),
});

export const setGroupsOfUser = endpoint({
  method: 'PUT',
  path: '/users/:id/user-groups',
  access: ['user-group-edit'],
  widens: true,
  summary:
    'Replaces the groups a person belongs to. Nobody joins what the form of the group would refuse them.',
  params: ById,
  body: z.strictObject({ ids: z.array(Id).max(LIMITS.idsPerCall.max) }),
});

export const listGroupsOfUser = endpoint({
  method: 'GET',
  path: '/users/:id/user-groups',
  access: ['user-detail'],
  summary: 'The groups a person belongs to.',
  params: ById,
  response: z.array(z.object(common)),
});
