import type { Database } from '../../db/database.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Live, LiveSessionService } from '../session/live-session.service.ts';
import { LOGIN_COMMAND, MAX_LOGIN_REPORT_BYTES, readLoginReport } from './login-report.ts';
import { SessionLoginRepository } from './session-login.repository.ts';

interface Dependencies {
  database: Database;
  liveSessions: Pick<LiveSessionService, 'onOpened'>;
  clock: Clock;
  logger: Logger;
}

const ANSWER_MS = 5 * SECOND_MS;

/**
 * Asks the host of a terminal once by what its processes are known there, so that a process can be traced to the session
 * and the person who started it. Only where somebody looks at the processes of that machine, and never in the way of the
 * session: a host that does not answer is not asked again.
 */
export class SessionLoginService {
  readonly #deps: Dependencies;
  readonly #logins: SessionLoginRepository;
  readonly #asking = new Set<Promise<void>>();
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#logins = new SessionLoginRepository(dependencies.database);
    dependencies.liveSessions.onOpened((live) => this.#askSoon(live));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }

  /** Resolves when no host is being asked. */
  async settled(): Promise<void> {
    await Promise.all(this.#asking);
  }

  #askSoon(live: Live): void {
    if (this.#isClosed || live.record.protocol !== 'ssh' || !live.stream.run) {
      return;
    }
    const sessionId = live.record.id;
    const work = this.#ask(live, live.stream.run)
      .catch((error: unknown) =>
        this.#deps.logger.warn({ err: error, sessionId }, 'the login of a session is not known on its host'),
      )
      .finally(() => this.#asking.delete(work));
    this.#asking.add(work);
  }

  async #ask({ record }: Live, run: NonNullable<Live['stream']['run']>): Promise<void> {
    if (!(await this.#logins.isOfNode(record.asset_id))) {
      return;
    }
    // A host may refuse a second channel; then its processes are known by their account alone.
    const answer = await run(LOGIN_COMMAND, { timeoutMs: ANSWER_MS, maxBytes: MAX_LOGIN_REPORT_BYTES }).catch(
      () => new Uint8Array(),
    );
    const report = readLoginReport(answer);
    if (report) {
      await this.#logins.insert({
        session_id: record.id,
        boot_id: report.bootId,
        audit_session: report.auditSession,
        server_pid: report.serverPid,
        server_start: report.serverStart,
        shells: JSON.stringify(report.shells),
        at: this.#deps.clock.now(),
      });
    }
  }
}
