import { listLoginPolicyUsers } from '@jadegate/contract/identity/login-policy';
import { listPasskeysOfUser, removePasskeyOfUser } from '@jadegate/contract/identity/passkey';
import { listSshKeysOfUser, removeSshKeyOfUser } from '@jadegate/contract/identity/ssh-key';
import { listSshTicketsOfUser, revokeSshTicketOfUser } from '@jadegate/contract/identity/ssh-ticket';
import {
  changeUserStatus,
  confirmUser,
  createUser,
  deleteUsers,
  getUser,
  listUserOptions,
  listUsers,
  resetUserTotp,
  setUserPasswords,
  updateUser,
} from '@jadegate/contract/identity/user';

import type { Api } from '../../http/api.ts';
import type { UserService } from '../user/user.service.ts';
import type { UserAdminService } from './user-admin.service.ts';

export function userRoutes(
  api: Api,
  { users, userAdmin }: { users: UserService; userAdmin: UserAdminService },
): void {
  api.on(listUserOptions, () => users.listOptions());
  api.on(listUsers, ({ query }) => userAdmin.list(query));
  api.on(listLoginPolicyUsers, ({ params, query }) => userAdmin.list({ ...query, loginPolicyId: params.id }));
  api.on(getUser, ({ params }) => userAdmin.get(params.id));
  api.on(createUser, ({ actor, body }) => userAdmin.create(actor, body));
  api.on(updateUser, ({ actor, params, body }) => userAdmin.update(actor, params.id, body));
  api.on(changeUserStatus, ({ actor, params, query }) => userAdmin.setStatus(actor, params.id, query.status));
  api.on(deleteUsers, ({ actor, params, query }) => {
    const { files, filesTo } = query;
    // The contract asks for whom they are given to.
    const fate = files === 'give' ? ({ kind: files, to: filesTo ?? '' } as const) : { kind: files };
    return userAdmin.delete(actor, params.ids, fate);
  });
  api.on(setUserPasswords, ({ actor, params, body }) =>
    userAdmin.setPasswords(actor, params.ids, body.password, body.mustChangePassword),
  );
  api.on(confirmUser, ({ actor, params }) => userAdmin.confirm(actor, params.id));
  api.on(listPasskeysOfUser, ({ params }) => userAdmin.listPasskeys(params.id));
  api.on(removePasskeyOfUser, ({ actor, params }) =>
    userAdmin.removePasskey(actor, params.id, params.passkeyId),
  );
  api.on(listSshKeysOfUser, ({ params }) => userAdmin.listSshKeys(params.id));
  api.on(removeSshKeyOfUser, ({ actor, params }) => userAdmin.removeSshKey(actor, params.id, params.keyId));
  api.on(listSshTicketsOfUser, ({ params }) => userAdmin.listSshTickets(params.id));
  api.on(revokeSshTicketOfUser, ({ actor, params }) =>
    userAdmin.revokeSshTicket(actor, params.id, params.ticketId),
  );
  api.on(resetUserTotp, ({ actor, params }) => userAdmin.resetTotp(actor, params.ids));
}
