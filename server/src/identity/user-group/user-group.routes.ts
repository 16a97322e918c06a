import {
  createUserGroup,
  deleteUserGroups,
  getUserGroup,
  listGroupsOfUser,
  listUserGroupOptions,
  listUserGroups,
  setGroupsOfUser,
  updateUserGroup,
} from '@jadegate/contract/identity/user-group';

import type { Api } from '../../http/api.ts';
import type { UserGroupService } from './user-group.service.ts';

export function userGroupRoutes(api: Api, { userGroups }: { userGroups: UserGroupService }): void {
  api.on(listUserGroupOptions, () => userGroups.listOptions());
  api.on(listUserGroups, ({ query }) => userGroups.list(query));
  api.on(getUserGroup, ({ params }) => userGroups.get(params.id));
  api.on(createUserGroup, ({ actor, body }) => userGroups.create(actor, body));
  api.on(updateUserGroup, ({ actor, params, body }) => userGroups.update(actor, params.id, body));
  api.on(deleteUserGroups, ({ actor, params }) => userGroups.delete(actor, params.ids));
  api.on(setGroupsOfUser, ({ actor, params, body }) => userGroups.setGroupsOf(actor, params.id, body.ids));
  api.on(listGroupsOfUser, ({ params }) => userGroups.listOf(params.id));
}
