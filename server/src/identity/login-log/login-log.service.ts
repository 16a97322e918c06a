import type { ErrorCode } from '@jadegate/contract/error';
import type { LoginLogQuery, LoginLogRow } from '@jadegate/contract/identity/login-log';
import { translate, type Language } from '@jadegate/contract/language';
import type { Page } from '@jadegate/contract/paging';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { Database } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { UserService } from '../user/user.service.ts';
import { LoginLogRepository, type LoginLogRecord } from './login-log.repository.ts';

interface Dependencies {
  database: Database;
  logins: LoginService;
  audit: AuditService;
  users: UserService;
}

/** Who came to the door. Entries are records, not logins: removing one signs nobody out. */
export class LoginLogService {
  readonly #logs: LoginLogRepository;
  readonly #database: Database;
  readonly #logins: LoginService;
  readonly #audit: AuditService;
  readonly #users: UserService;

  constructor({ database, logins, audit, users }: Dependencies) {
    this.#database = database;
    this.#logs = new LoginLogRepository(database);
    this.#logins = logins;
    this.#audit = audit;
    this.#users = users;
  }

  async list(actor: Actor, query: LoginLogQuery & PeopleSearch): Promise<Page<LoginLogRow>> {
    const { total, items } = await this.#logs.page(query);
    return { total, items: await this.#present(actor, items) };
  }

  async get(actor: Actor, id: string): Promise<LoginLogRow> {
    const [row] = await this.#present(actor, await this.#logs.listByIds([id]));
    if (!row) {
      throw new AppError('login_log.not_found');
    }
    return row;
  }

  async #present({ language }: Actor, logs: readonly LoginLogRecord[]): Promise<LoginLogRow[]> {
    const nicknames = await this.#users.listNicknames(logs.map(({ username }) => username));
    return logs.map((log) => present(log, nicknames.get(log.username) ?? '', language));
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    await this.#database.transact(async (tx) => {
      const found = await this.#logs.listByIds(ids, tx);
      if (found.some(isLive)) {
        throw new AppError('login_log.live');
      }
      const held = await this.#logs.findHeld(ids, tx);
      if (held) {
        throw new AppError('hold.held', { params: { name: held.username } });
      }
      await this.#logs.remove(ids, tx);
      const removed = found.map((log) => ({ username: log.username, at: log.login_at }));
      const entry = { action: 'login-log.deleted', object: about('') } as const;
      await this.#audit.writeList(actor, entry, { name: 'entries', items: removed }, tx);
    });
  }

  async clear(actor: Actor): Promise<void> {
    const lastId = await this.#logs.lastId();
    await this.#audit.clearInSteps(
      actor,
      { action: 'login-log.cleared', object: about('') },
      {
        count: (tx) => this.#logs.countUpTo(lastId, tx),
        removeSome: async (tx) => {
          const removed = await this.#logs.removeUpTo(lastId, ROWS_PER_STATEMENT, tx);
          return { removed, isLast: removed < ROWS_PER_STATEMENT };
        },
      },
    );
  }

  /** How many may go by age. */
  countOlder(before: number): Promise<number> {
    return this.#logs.countOlder(before);
  }

  /** For the retention sweep, which writes its own audit entry. Answers how many went. */
  removeOlder(before: number, limit: number): Promise<number> {
    return this.#database.transact((tx) => this.#logs.removeOlder(before, limit, tx));
  }

  /** Ends the logins that these entries opened; entries whose login is over do not matter. */
  async endLogins(actor: Actor, ids: readonly string[]): Promise<void> {
    await this.#database.transact(async (tx) => {
      for (const log of await this.#logs.listByIds(ids, tx)) {
        if (log.login_id !== null) {
          await this.#logins.end(log.login_id, tx);
          await this.#audit.write(actor, { action: 'login.forced-to-end', object: about(log.username) }, tx);
        }
      }
    });
  }
}

function isLive(log: LoginLogRecord): boolean {
  return log.login_id !== null;
}

function about(name: string) {
  return { type: 'login', id: '', name };
}

function present(log: LoginLogRecord, nickname: string, language: Language): LoginLogRow {
  return {
    id: log.id,
    username: log.username,
    nickname,
    clientIp: log.address,
    clientUserAgent: log.user_agent,
    loginTime: familyTime(log.login_at),
    logoutTime: familyTime(log.logout_at),
    remember: log.remember === 1,
    state: log.state,
    reason: log.reason === '' ? '' : reasonOf(log, language),
    source: log.source,
    rule: log.rule,
    ticket: log.ticket,
    passkey: log.passkey,
    live: isLive(log),
  };
}

/** A lock's sentence asks to wait; in a record only the fact counts. */
function reasonOf({ reason, source, username, rule }: LoginLogRecord, language: Language): string {
  const params = { name: source, account: username, reason: rule };
  return translate(ERROR_WORDS[reason as ErrorCode], language, source === '' ? {} : params).replace(
    /[，,.].*\{\w+\}.*$/,
    '',
  );
}
