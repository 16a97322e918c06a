import { mayForwardTo, mayListenOn } from '@jadegate/contract/access/channel-rights';
import type { SshTicketKind } from '@jadegate/contract/identity/ssh-ticket';
import { CHANNEL_WORDS, TICKET_KIND_WORDS } from '@jadegate/contract/session/ssh-door.words';

import type { Decision } from '../../access/authorised/access.service.ts';
import type { ShownTicket } from '../../identity/ssh-ticket/ssh-ticket.service.ts';
import type { ListenAt } from '../../protocols/ssh/host-channels.ts';
import { refused } from './refused.ts';

type Channel = keyof typeof CHANNEL_WORDS;

/** Refuses a kind of channel that the strategy has switched off, by the name of the switch. */
export function demandChannel(decision: Decision, channel: Channel): void {
  if (!decision.channels[channel]) {
    throw refused('switch_off', { switch: CHANNEL_WORDS[channel] });
  }
}

/** Refuses what a ticket is not for, whatever its person may. Without a ticket nothing is narrower. */
export function demandTicketKind(ticket: Pick<ShownTicket, 'kinds'> | undefined, kind: SshTicketKind): void {
  if (ticket && !ticket.kinds.includes(kind)) {
    throw refused('ticket_kind', { kind: TICKET_KIND_WORDS[kind] });
  }
}

/** Refuses to lead on to where the strategy does not. */
export function demandForward({ channels }: Decision, { host, port }: { host: string; port: number }): void {
  if (!mayForwardTo(channels, host, port)) {
    throw refused('forward_elsewhere', { host, port });
  }
}

/** Refuses to have the asset listen where the strategy does not. */
export function demandListen({ channels }: Decision, at: ListenAt): void {
  if ('host' in at && !mayListenOn(channels, at.host)) {
    throw refused('listen_elsewhere', { host: at.host });
  }
}
