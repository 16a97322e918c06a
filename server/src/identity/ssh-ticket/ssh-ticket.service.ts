import {
  createSshTicket,
  SSH_TICKET_KINDS,
  SSH_TICKET_PREFIX,
  type NewSshTicket,
  type SshTicketKind,
  type SshTicketRow,
} from '@jadegate/contract/identity/ssh-ticket';
import { LIMITS } from '@jadegate/contract/limits';
import type { AuditAction } from '@jadegate/contract/platform/audit';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, HOUR_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { hashToken, newId, newToken } from '../../kernel/id.ts';
import { compileIpSet, refuseReversedRange } from '../../kernel/ip-set.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { KeptProof } from '../auth/sign-in.interface.ts';
import type { SshTicketAssets } from './ssh-ticket.interface.ts';
import { SshTicketRepository, type ListedSshTicket } from './ssh-ticket.repository.ts';

const HINT_LENGTH = 4;
/** Long enough that the list still explains why a program stopped working. */
const KEPT_AFTER_EXPIRY_MS = 30 * DAY_MS;

interface Dependencies {
  database: Database;
  reauthentication: ReauthenticationService;
  assets: SshTicketAssets;
  audit: AuditService;
  notifications: NotificationService;
  clock: Clock;
}

/** What a ticket is for, and nothing beside it. */
export interface ShownTicket {
  id: string;
  name: string;
  /** The person who made it, and as whom it acts. */
  username: string;
  assetId: string;
  account: string;
  kinds: readonly SshTicketKind[];
}

/**
 * What people give to programs that come by SSH, such as those of a build: a user name that is the proof itself. It opens
 * one asset, with the person's rights as they are at each use and less. Only the hash is stored.
 */
export class SshTicketService implements KeptProof {
  readonly #tickets: SshTicketRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#tickets = new SshTicketRepository(dependencies.database.db);
  }

  /** Whose ticket a user name is. Whether it lets anybody in is decided at the sign-in. */
  async findShown(userName: string): Promise<ShownTicket | undefined> {
    const found = await this.#tickets.findShown(hashToken(userName));
    return (
      found && {
        id: found.id,
        name: found.name,
        username: found.username,
        assetId: found.asset_id,
        account: found.account,
        kinds: readKinds(found.kinds),
      }
    );
  }

  async isGood(userId: string, id: string, tx?: Tx): Promise<boolean> {
    const found = await this.#tickets.find(id, tx);
    return found?.user_id === userId && !isOver(found, this.#deps.clock.now());
  }

  /** Whether it may be used from there. */
  async isOpenFrom(id: string, address: string): Promise<boolean> {
    const found = await this.#tickets.find(id);
    return found !== undefined && (found.ip_group === '' || compileIpSet(found.ip_group)(address));
  }

  use({ address }: Caller, id: string, tx: Tx): Promise<boolean> {
    return this.#tickets.countUse(id, this.#deps.clock.now(), address, tx);
  }

  /** Whether what came in with it may stay: it was not revoked, and its time has not come. */
  async lasts(id: string): Promise<boolean> {
    const found = await this.#tickets.find(id);
    return found !== undefined && found.expires_at > this.#deps.clock.now();
  }

  async list(userId: string): Promise<SshTicketRow[]> {
    const now = this.#deps.clock.now();
    return (await this.#tickets.listOf(userId)).map((ticket) => present(ticket, now));
  }

  async create(
    actor: Actor,
    { name, assetId, kinds, ipGroup, uses, hours, ...proof }: NewSshTicket,
  ): Promise<SshTicketRow & { ticket: string }> {
    const { database, reauthentication, assets, notifications, clock } = this.#deps;
    await reauthentication.confirm(actor, createSshTicket, proof);
    refuseReversedRange(ipGroup, 'ipGroup');
    const account = await assets.accountOn(actor, assetId);
    const now = clock.now();
    const ticket = new Secret(`${SSH_TICKET_PREFIX}${newToken()}`);
    const record = {
      id: newId(now),
      user_id: actor.userId,
      name,
      hint: ticket.expose().slice(-HINT_LENGTH),
      asset_id: assetId,
      account,
      kinds: JSON.stringify(kinds),
      ip_group: ipGroup,
      max_uses: uses,
      used: 0,
      created_at: now,
      expires_at: now + hours * HOUR_MS,
      last_used_at: null,
      last_address: '',
    };
    const refusal = (cause: unknown) =>
      new AppError('ssh_ticket.name_taken', { params: { name }, fields: ['name'], cause });
    const made = await refusingTaken(database, refusal, () =>
      database.transact((tx) => this.#insert(actor, record, ticket, tx)),
    );
    notifications.notify(actor.userId, 'ssh-ticket-created', actor);
    return { ...present(made, now), ticket: ticket.expose() };
  }

  revokeOwn(actor: Actor, id: string): Promise<void> {
    return this.revoke(actor, actor.userId, id, 'account.ssh-ticket-revoked');
  }

  async revoke(actor: Actor, userId: string, id: string, action: AuditAction): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      const removed = await this.#tickets.remove(userId, id, tx);
      if (!removed) {
        throw new AppError('ssh_ticket.not_found');
      }
      await this.#deps.audit.write(actor, { action, object: about(removed), detail: { user: userId } }, tx);
    });
  }

  removeAllOf(userId: string, tx: Tx): Promise<void> {
    return this.#tickets.removeAllOf(userId, tx);
  }

  sweep(): Promise<void> {
    return this.#tickets.removeExpiredBefore(this.#deps.clock.now() - KEPT_AFTER_EXPIRY_MS);
  }

  async #insert(
    actor: Actor,
    record: Omit<ListedSshTicket, 'asset_name'>,
    ticket: Secret,
    tx: Tx,
  ): Promise<ListedSshTicket> {
    const { asset_id: asset, account, kinds, ip_group: from, max_uses: uses } = record;
    // The audit entry first: its lock makes two that are made at once count one after the other.
    const entry = {
      action: 'account.ssh-ticket-created',
      object: about(record),
      detail: { asset, account, kinds: readKinds(kinds).join(' '), from, uses },
    } as const;
    await this.#deps.audit.write(actor, entry, tx);
    const limit = LIMITS.sshTicketsPerPerson.max;
    if ((await this.#tickets.listOf(actor.userId, tx)).length >= limit) {
      throw new AppError('ssh_ticket.too_many', { params: { limit } });
    }
    await this.#tickets.insert({ ...record, ticket_hash: hashToken(ticket.expose()) }, tx);
    const made = (await this.#tickets.listOf(actor.userId, tx)).find(({ id }) => id === record.id);
    if (!made) {
      throw new AppError('asset.not_found');
    }
    return made;
  }
}

function readKinds(text: string): SshTicketKind[] {
  const kinds = JSON.parse(text) as unknown[];
  return SSH_TICKET_KINDS.filter((kind) => kinds.includes(kind));
}

function isOver(
  { max_uses, used, expires_at }: Pick<ListedSshTicket, 'max_uses' | 'used' | 'expires_at'>,
  now: number,
): boolean {
  return expires_at <= now || (max_uses > 0 && used >= max_uses);
}

function about({ id, name }: Pick<ListedSshTicket, 'id' | 'name'>) {
  return { type: 'ssh-ticket', id, name };
}

function present(ticket: ListedSshTicket, now: number): SshTicketRow {
  return {
    id: ticket.id,
    name: ticket.name,
    masked: `${SSH_TICKET_PREFIX}…${ticket.hint}`,
    assetId: ticket.asset_id,
    assetName: ticket.asset_name,
    account: ticket.account,
    kinds: readKinds(ticket.kinds),
    ipGroup: ticket.ip_group,
    uses: ticket.max_uses,
    used: ticket.used,
    created: familyTime(ticket.created_at),
    expires: familyTime(ticket.expires_at),
    isOver: isOver(ticket, now),
    lastUsed: familyTime(ticket.last_used_at),
    lastAddress: ticket.last_address,
  };
}
