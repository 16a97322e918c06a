import type { ErrorCode } from '@jadegate/contract/error';
import { LIMITS } from '@jadegate/contract/limits';

import type { Database, Tx } from '../../db/database.ts';
import type { Caller } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { EventOutbox } from '../../platform/event/event-outbox.service.ts';
import { LoginRepository } from './login.repository.ts';
import type { Vouching } from './sign-in.interface.ts';

/** What was typed, or shown instead. */
interface Shown {
  username: string;
  remember?: boolean;
  ticket?: string;
  passkey?: string;
}

interface Outcome {
  loginId: string | null;
  state: '0' | '1';
  reason: string;
  source?: Pick<Vouching, 'name' | 'rule'> | undefined;
}

interface Dependencies {
  database: Database;
  audit: AuditService;
  outbox: EventOutbox;
  clock: Clock;
}

/** The log of logins, as attempts to sign in write it. */
export class SignInLog {
  readonly #logins: LoginRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#logins = new LoginRepository(dependencies.database.db);
  }

  write(
    { address, userAgent }: Caller,
    { username, remember = false, ticket = '', passkey = '' }: Shown,
    { loginId, state, reason, source }: Outcome,
    tx: Tx,
  ): Promise<void> {
    const now = this.#deps.clock.now();
    return this.#logins.insertLog(
      {
        id: newId(now),
        login_id: loginId,
        username,
        address,
        user_agent: userAgent,
        remember: remember ? 1 : 0,
        login_at: now,
        logout_at: null,
        state,
        reason,
        source: source?.name ?? '',
        rule: source?.rule ?? '',
        ticket,
        passkey,
      },
      tx,
    );
  }

  /** Somebody whom a source vouches for and who is not let in, before it is known whose account it would be. */
  async noteRefused(
    caller: Caller,
    { username, source, rule }: { username: string; source: string; rule: string },
    code: ErrorCode,
  ): Promise<void> {
    const { database, audit } = this.#deps;
    const name = username.slice(0, LIMITS.username.max);
    await database.transact(async (tx) => {
      const outcome = { loginId: null, state: '0', reason: code, source: { name: source, rule } } as const;
      await this.write(caller, { username: name }, outcome, tx);
      const object = { type: 'user', id: '', name };
      const detail = { reason: code, source };
      await audit.write(caller, { action: 'login.failed', object, result: 'failure', detail }, tx);
    });
  }

  /** For those outside: somebody was locked out, or came again while they were. */
  tellLocked(
    { address, requestId }: Caller,
    { username, door }: { username: string; door: 'web' | 'ssh' },
    moment: 'locked' | 'tried-again',
    tx: Tx,
  ): Promise<void> {
    const { outbox, clock } = this.#deps;
    const object = { type: 'user', id: '', name: username };
    const told = {
      name: 'login.locked',
      at: clock.now(),
      isFailure: true,
      detail: { moment, door },
    } as const;
    return outbox.add({ ...told, address, requestId, object }, tx);
  }
}
