import type { Database } from '../../db/database.ts';
import { loginOf, type Actor, type Identity } from '../../kernel/actor.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { hashToken, newToken } from '../../kernel/id.ts';
import type { LoginService } from './login.service.ts';
import { TicketRepository } from './ticket.repository.ts';

/**
 * Tickets stand in for the token where a browser cannot send a header: downloads and sockets. One works once, for
 * half a minute, for one path, from the address that asked for it, and dies with its login.
 */
const TICKET_MS = 30 * SECOND_MS;

export class TicketService {
  readonly #tickets: TicketRepository;
  readonly #logins: LoginService;
  readonly #clock: Clock;

  constructor(database: Database, logins: LoginService, clock: Clock) {
    this.#tickets = new TicketRepository(database.db);
    this.#logins = logins;
    this.#clock = clock;
  }

  async issue(actor: Actor, path: string): Promise<{ ticket: string; expiresInSeconds: number }> {
    const ticket = newToken();
    await this.#tickets.insert({
      ticket_hash: hashToken(ticket),
      login_id: loginOf(actor),
      path,
      address: actor.address,
      expires_at: this.#clock.now() + TICKET_MS,
    });
    return { ticket, expiresInSeconds: TICKET_MS / SECOND_MS };
  }

  async redeem(ticket: string, path: string, address: string): Promise<Identity | undefined> {
    const taken = await this.#tickets.take(hashToken(ticket));
    if (!taken || taken.path !== path || taken.address !== address || taken.expires_at <= this.#clock.now()) {
      return undefined;
    }
    return this.#logins.identify(taken.login_id);
  }

  sweep(): Promise<void> {
    return this.#tickets.removeExpiredBefore(this.#clock.now());
  }
}
