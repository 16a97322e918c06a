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
import type { Actor } from '../../kernel/actor.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { TicketService } from '../auth/ticket.service.ts';
import type { AccountService } from './account.service.ts';

interface Services {
  account: AccountService;
  logins: LoginService;
  reauthentication: ReauthenticationService;
  tickets: TicketService;
  /** Where a login that came by an identity source is ended there, too. */
  oidcSignIns: { endSessionUrl(actor: Actor, publicUrl: string): Promise<string> };
  publicUrl: string;
}

export function accountRoutes(
  api: Api,
  { account, logins, reauthentication, tickets, oidcSignIns, publicUrl }: Services,
): void {
  api.onPublic(login, async ({ caller, body }) => {
    const { password, ...request } = body;
    const proof = { kind: 'password', password } as const;
    const { token, user, owes } = await logins.signIn(caller, { ...request, door: 'web', proof });
    return { token, info: await account.describe(user, owes) };
  });
  api.on(logout, async ({ actor }) => {
    const url = await oidcSignIns.endSessionUrl(actor, publicUrl);
    await logins.logout(actor);
    return url === '' ? null : { url };
  });
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
