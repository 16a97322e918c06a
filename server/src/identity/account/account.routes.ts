import { ENDPOINTS } from '@jadegate/contract/endpoints';
import {
  changePassword,
  createTicket,
  getAccountInfo,
  getRecentProof,
  proveAgain,
  login,
  logout,
} from '@jadegate/contract/identity/account';

import type { Api } from '../../http/api.ts';
import { leadsToSocket } from '../../http/methods.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { TicketService } from '../auth/ticket.service.ts';
import type { AccountService } from './account.service.ts';

interface Services {
  account: AccountService;
  logins: LoginService;
  reauthentication: ReauthenticationService;
  tickets: TicketService;
}

export function accountRoutes(api: Api, { account, logins, reauthentication, tickets }: Services): void {
  api.onPublic(login, async ({ caller, body }) => {
    const { token, user, owes } = await logins.login(caller, body);
    return { token, info: await account.describe(user, owes) };
  });
  api.on(logout, ({ actor }) => logins.logout(actor));
  api.on(getAccountInfo, ({ actor }) => account.info(actor));
  api.on(changePassword, ({ actor, body }) => account.changePassword(actor, body));
  api.on(getRecentProof, ({ actor }) => reauthentication.recentProof(actor));
  api.on(proveAgain, async ({ actor, body }) => {
    await reauthentication.confirm(actor, proveAgain, body);
    return reauthentication.recentProof(actor);
  });
  api.on(createTicket, ({ actor, body, refuseForeignPage }) => {
    if (leadsToSocket(ENDPOINTS, body.path)) {
      refuseForeignPage();
    }
    return tickets.issue(actor, body.path);
  });
}
