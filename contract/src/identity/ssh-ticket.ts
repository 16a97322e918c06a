import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { IpSet } from '../ip-set.ts';
import { LIMITS } from '../limits.ts';
import { FamilyTime, Id, Name } from '../scalars.ts';
import { Reauthentication } from './account.ts';

/** A ticket is the whole user name at an SSH client, and begins with this: people and secret scanners know one by it. */
export const SSH_TICKET_PREFIX = 'ticket-';
/** What follows are 256 random bits. Whoever happens to be called `ticket-…` is no ticket. */
const TICKET = /^ticket-[A-Za-z0-9_-]{43}$/;

/** One with something before, behind or in the middle of it that does not belong there: most of it is the secret still. */
const NEARLY_TICKET = /ticket-[A-Za-z0-9_-]{24}/i;

/** Where nobody has such a name it is no name, and nothing to write down. */
export function isNearlySshTicket(userName: string): boolean {
  return NEARLY_TICKET.test(userName);
}

export function isSshTicket(userName: string): boolean {
  return TICKET.test(userName);
}

/**
 * What may be opened with it, where its person may: commands, files (SFTP, scp, rsync), a shell, and ways to ports and
 * sockets of the asset.
 */
export const SSH_TICKET_KINDS = ['exec', 'files', 'shell', 'forward'] as const;
export type SshTicketKind = (typeof SSH_TICKET_KINDS)[number];

export const SshTicketRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Its beginning and end, for telling tickets apart. */
  masked: z.string(),
  assetId: z.string(),
  assetName: z.string(),
  /** The one that the asset was logged in to with when the ticket was made; with another the ticket opens nothing. */
  account: z.string(),
  kinds: z.array(z.enum(SSH_TICKET_KINDS)),
  /** From where it may be used; empty for anywhere. */
  ipGroup: z.string(),
  /** How often; 0 for as often as one likes. */
  uses: z.number(),
  used: z.number(),
  created: FamilyTime,
  expires: FamilyTime,
  /** It lets nobody in any more: its time has come, or it is used up. */
  isOver: z.boolean(),
  lastUsed: FamilyTime,
  lastAddress: z.string(),
});
export type SshTicketRow = z.infer<typeof SshTicketRow>;

export const NewSshTicket = Reauthentication.extend({
  name: Name.max(LIMITS.sshTicketName.max),
  assetId: Id,
  kinds: z
    .array(z.enum(SSH_TICKET_KINDS))
    .min(1)
    .max(SSH_TICKET_KINDS.length)
    .default(['exec', 'files'])
    .transform((kinds) => SSH_TICKET_KINDS.filter((kind) => kinds.includes(kind))),
  ipGroup: z.union([z.literal(''), IpSet]).default(''),
  uses: z.number().int().min(LIMITS.sshTicketUses.min).max(LIMITS.sshTicketUses.max).default(0),
  hours: z
    .number()
    .int()
    .min(LIMITS.sshTicketHours.min)
    .max(LIMITS.sshTicketHours.max)
    .default(LIMITS.sshTicketHours.default),
});
export type NewSshTicket = z.infer<typeof NewSshTicket>;

export const listOwnSshTickets = endpoint({
  method: 'GET',
  path: '/account/ssh-tickets',
  access: 'signed-in',
  summary: 'One’s own SSH tickets, masked.',
  interactive: true,
  response: z.array(SshTicketRow),
});

export const createSshTicket = endpoint({
  method: 'POST',
  path: '/account/ssh-tickets',
  access: 'signed-in',
  summary:
    'Makes a ticket with which a program reaches one asset by SSH. The answer is the only place that ever shows it. Needs no password or code within 15 minutes of signing in or of the last proof.',
  interactive: true,
  proof: 'recent',
  perMinute: 20,
  perPerson: 20,
  body: NewSshTicket,
  response: SshTicketRow.extend({ ticket: z.string() }),
});

export const revokeOwnSshTicket = endpoint({
  method: 'DELETE',
  path: '/account/ssh-tickets/:id',
  access: 'signed-in',
  summary: 'Revokes one of one’s own SSH tickets at once; its connections end within seconds.',
  interactive: true,
  params: z.object({ id: Id }),
});

export const listSshTicketsOfUser = endpoint({
  method: 'GET',
  path: '/users/:id/ssh-tickets',
  access: ['user-detail'],
  summary: 'The SSH tickets of a person, masked.',
  params: z.object({ id: Id }),
  response: z.array(SshTicketRow),
});

export const revokeSshTicketOfUser = endpoint({
  method: 'DELETE',
  path: '/users/:id/ssh-tickets/:ticketId',
  access: ['user-edit'],
  summary: 'Revokes an SSH ticket of a person at once; its connections end within seconds.',
  params: z.object({ id: Id, ticketId: Id }),
});
