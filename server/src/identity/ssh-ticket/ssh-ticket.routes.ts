import {
  createSshTicket,
  listOwnSshTickets,
  revokeOwnSshTicket,
} from '@jadegate/contract/identity/ssh-ticket';

import type { Api } from '../../http/api.ts';
import type { SshTicketService } from './ssh-ticket.service.ts';

export function sshTicketRoutes(api: Api, { sshTickets }: { sshTickets: SshTicketService }): void {
  api.on(listOwnSshTickets, ({ actor }) => sshTickets.list(actor.userId));
  api.on(createSshTicket, ({ actor, body }) => sshTickets.create(actor, body));
  api.on(revokeOwnSshTicket, ({ actor, params }) => sshTickets.revokeOwn(actor, params.id));
}
