import type { AccessFlags } from '@jadegate/contract/access-decision';
import { sayEnd, type SessionEnd } from '@jadegate/contract/session-end';
import type { Frame } from '@jadegate/contract/terminal-socket';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import { beginAt, beginWithScreen } from './first-screen.ts';
import { noteActivity, warnOfLimits } from './limit-warning.ts';
import {
  type AttachOptions,
  confirmInput,
  filesOf,
  limitReached,
  type Live,
  objectOf,
  type SessionClient,
  type SessionFiles,
  sizeColumns,
} from './live-session.ts';
import { LoginQuestions } from './login-questions.ts';
import { LostRights } from './lost-rights.ts';
import { endOf } from './open-terminal.ts';
import { SessionEndings } from './session-endings.ts';
import { SessionOpener, type OpenerDependencies } from './session-opener.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

export type { AttachOptions, Live, SessionClient, SessionFiles } from './live-session.ts';

interface Dependencies extends OpenerDependencies {
  database: Database;
  logins: LoginService;
  audit: AuditService;
  recordingRoot: string;
  screens: Screens;
  /** Names this process among those that share the database. */
  processId: string;
}

/** Rights, logins and limits are looked at this often: whoever loses them is out within five seconds. */
const WATCH_MS = 2 * SECOND_MS;

/** A session between the first dial and the moment it is live. */
interface Opening {
  abort: AbortController;
  /** It is to end, for this reason, as soon as that is possible. */
  end: SessionEnd | undefined;
  /** Resolves when it is live or over. */
  done: Promise<void>;
}

/**
 * The sessions this process holds open. It owns their state from the first dial to the last byte of the recording, and
 * every way out leads through `end`.
 */
export class LiveSessionService {
  readonly #on: Dependencies;
  readonly #opener: SessionOpener;
  readonly #sessions: SessionRepository;
  readonly #endings: SessionEndings;
  readonly #live = new Map<string, Live>();
  readonly #opening = new Map<string, Opening>();
  readonly #watch: NodeJS.Timeout;
  #isLooking = false;
  #isStopping = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#opener = new SessionOpener(dependencies);
    this.#sessions = new SessionRepository(dependencies.database);
    this.#endings = new SessionEndings(dependencies);
    this.#watch = setInterval(() => void this.#look(), WATCH_MS).unref();
  }

  get count(): number {
    return this.#live.size;
  }

  folderOf(id: string): string {
    return this.#endings.folderOf(id);
  }

  /** Opens the person's own session, or gives it back to them when it lives already. */
  async attach(actor: Actor, id: string, client: SessionClient, options: AttachOptions): Promise<void> {
    const live = this.#live.get(id);
    if (live) {
      this.#refuseStranger(actor, live.record);
      if (live.ending) {
        throw new AppError('session.over');
      }
      this.#giveTo(live, actor, client, options);
      return;
    }
    const record = await this.#sessions.find(id);
    if (!record) {
      throw new AppError('session.not_found');
    }
    this.#refuseStranger(actor, record);
    if (record.status !== 'no_connect' || this.#opening.has(id)) {
      throw new AppError('session.over');
    }
    if (this.#isStopping) {
      throw new AppError('server.stopping');
    }
    await this.#open(actor, record, client, options);
  }

  /** The live sessions of a person. */
  listOf(userId: string): Live[] {
    return [...this.#live.values()].filter(({ record, ending }) => record.user_id === userId && !ending);
  }

  /** The session, while this process holds it open. */
  find(id: string): Live | undefined {
    return this.#live.get(id);
  }

  /**
   * The files of the person's own live session, with what they may do there at this moment: what was decided when it
   * was made and still is. A transfer counts as being at work.
   */
  async files(actor: Actor, id: string): Promise<SessionFiles> {
    const { live, flags } = await this.#ownNow(actor, id);
    return filesOf(live, flags, this.#on.clock);
  }

  /** The person's own live session, which they may still use at this moment. */
  async own(actor: Actor, id: string): Promise<Live> {
    return (await this.#ownNow(actor, id)).live;
  }

  async #ownNow(actor: Actor, id: string): Promise<{ live: Live; flags: AccessFlags }> {
    const live = this.#live.get(id);
    if (!live) {
      const record = await this.#sessions.find(id);
      throw new AppError(record?.user_id === actor.userId ? 'session.over' : 'session.not_found');
    }
    const { record } = live;
    this.#refuseStranger(actor, record);
    const { allowed, flags } = await this.#on.access.decide(record.user_id, record.asset_id);
    if (!allowed) {
      throw new AppError('session.not_found');
    }
    return { live, flags };
  }

  /** Ends a session wherever it stands; harmless when it is over. Resolves when its recording is closed. */
  async end(id: string, end: SessionEnd): Promise<void> {
    const opening = this.#opening.get(id);
    if (opening) {
      opening.end ??= end;
      opening.abort.abort();
      await opening.done;
      return;
    }
    const live = this.#live.get(id);
    if (live) {
      live.ending ??= this.#finish(live, end);
      await live.ending;
      return;
    }
    await this.#endings.writeRow(id, end);
  }

  /** Rows that a process which is gone left open are closed with the truth. */
  closeOrphans(): Promise<void> {
    return this.#endings.closeOrphans();
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    const ids = [...this.#live.keys(), ...this.#opening.keys()];
    await Promise.all(ids.map((id) => this.end(id, { kind: 'server_stopped' })));
    await this.#endings.tick();
  }

  async #open(
    actor: Actor,
    record: SessionRecord,
    client: SessionClient,
    options: AttachOptions,
  ): Promise<void> {
    const opening: Opening = { abort: new AbortController(), end: undefined, done: Promise.resolve() };
    this.#opening.set(record.id, opening);
    client.onClose(() => {
      opening.end ??= { kind: 'left' };
      opening.abort.abort();
    });
    opening.done = this.#tryOpen(actor, record, client, options, opening);
    await opening.done;
  }

  async #tryOpen(
    actor: Actor,
    record: SessionRecord,
    client: SessionClient,
    options: AttachOptions,
    opening: Opening,
  ): Promise<void> {
    const { signal } = opening.abort;
    const questions = new LoginQuestions({
      client,
      language: actor.language,
      signal,
      giveUp: (end) => {
        opening.end ??= end;
        opening.abort.abort();
      },
    });
    let live: Live | undefined;
    try {
      live = await this.#opener.open({
        actor,
        record,
        size: options.size,
        folder: this.folderOf(record.id),
        signal,
        questions,
        onEnd: (end) => this.#endSoon(record.id, end),
      });
      await this.#writeOpened(actor, live.record, options);
      // Whatever wanted it to end meanwhile could not: there was nothing to end yet.
      signal.throwIfAborted();
      this.#opening.delete(record.id);
      this.#live.set(record.id, live);
      this.#giveTo(live, actor, client, options);
    } catch (error) {
      const end = opening.end ?? questions.explain(endOf(error, { host: record.ip, port: record.port }));
      // Nobody is to be asked any more.
      opening.abort.abort();
      await this.#giveUp(record, live, end);
      this.#opening.delete(record.id);
      if (end.kind === 'failed' || end.kind === 'recording_failed') {
        this.#on.logger.warn({ err: error, sessionId: record.id }, 'a session could not be opened');
      }
      client.drop(sayEnd(end, actor.language));
    }
  }

  async #writeOpened(actor: Actor, record: SessionRecord, { size }: AttachOptions): Promise<void> {
    await this.#on.database.transact(async (tx) => {
      const now = this.#on.clock.now();
      const { username } = record;
      const connected = { status: 'connected', connected_at: now, username, ...sizeColumns(size) } as const;
      if (!(await this.#sessions.advance(record.id, ['connecting'], connected, tx))) {
        throw new AppError('session.over');
      }
      await this.#on.audit.write(actor, { action: 'session.opened', object: objectOf(record) }, tx);
    });
  }

  async #giveUp(record: SessionRecord, live: Live | undefined, end: SessionEnd): Promise<void> {
    if (live) {
      live.ending ??= this.#finish(live, end);
      await live.ending;
      return;
    }
    try {
      await this.#endings.writeUnopened(record, end);
    } catch (error) {
      this.#on.logger.error({ err: error, sessionId: record.id }, 'a failed session is not written down');
    }
  }

  /** For whoever cannot wait for it. */
  #endSoon(id: string, end: SessionEnd): void {
    this.end(id, end).catch((error: unknown) =>
      this.#on.logger.error({ err: error, sessionId: id }, 'a session did not end as it should'),
    );
  }

  #giveTo(live: Live, actor: Actor, client: SessionClient, { size, from }: AttachOptions): void {
    clearTimeout(live.away);
    live.away = undefined;
    // Whoever comes new has not been told.
    live.warned = undefined;
    live.actor = actor;
    // Continued at another login, it no longer hangs on the first.
    live.record = { ...live.record, login_id: actor.loginId ?? live.record.login_id };
    live.terminal.resize(size);
    const isCut = live.terminal.lacks(from);
    const output = live.terminal.control(client, from);
    client.onFrame((frame) => this.#hear(live, client, frame));
    client.onClose(() => this.#left(live, client));
    client.send({ type: 'connected' });
    if (isCut) {
      const folder = this.folderOf(live.record.id);
      void beginWithScreen(live, client, { output, folder, screens: this.#on.screens });
    } else {
      beginAt(live, client, output);
    }
  }

  #hear(live: Live, client: SessionClient, frame: Frame): void {
    // What somebody sends who was taken over from comes too late.
    if (!live.terminal.isControlledBy(client)) {
      return;
    }
    switch (frame.type) {
      case 'data':
        live.lastInputAt = this.#on.clock.now();
        noteActivity(live);
        live.inputBytes += frame.bytes.length;
        live.keyboard.type(frame.bytes, live.actor.username);
        confirmInput(live, client);
        return;
      case 'resize':
        live.terminal.resize(frame.size);
        return;
      case 'ack':
        live.terminal.confirm(client, frame.offset);
        return;
      case 'notice':
        // The person says that they are there, without typing into what they run.
        live.lastInputAt = this.#on.clock.now();
        noteActivity(live);
        return;
      case 'ping':
        client.send({ type: 'ping' });
        return;
      case 'closed':
        this.#endSoon(live.record.id, { kind: 'left' });
        return;
      default:
      // The rest is the server's to send.
    }
  }

  /** The network may come back: the session waits for its person, older clients excepted, which cannot return. */
  #left(live: Live, client: SessionClient): void {
    if (!live.terminal.release(client) || live.terminal.hasClient || live.ending) {
      return;
    }
    if (client.confirms === 'send') {
      this.#endSoon(live.record.id, { kind: 'left' });
      return;
    }
    live.away = setTimeout(
      () => this.#endSoon(live.record.id, { kind: 'not_returned' }),
      live.limits.reattachSeconds * SECOND_MS,
    );
  }

  /** Never fails: whatever becomes of the recording or the row, the connection is closed and nothing is left behind. */
  async #finish(live: Live, end: SessionEnd): Promise<void> {
    const { record, terminal, writer, actor } = live;
    clearTimeout(live.away);
    const noted = live.keyboard.close();
    terminal.close(sayEnd(end, actor.language));
    await writer?.close();
    await noted;
    await this.#endings.write(live, end);
    // Only now: whoever stops the process waits for what is still in the list.
    this.#live.delete(record.id);
  }

  /** A stranger learns nothing, not even that the session exists. */
  #refuseStranger(actor: Actor, record: SessionRecord): void {
    if (record.user_id !== actor.userId) {
      throw new AppError('session.not_found');
    }
  }

  async #look(): Promise<void> {
    // One after the other: a database that is slow must not be asked ever more.
    if (this.#isLooking) {
      return;
    }
    this.#isLooking = true;
    try {
      await this.#endings.tick();
      await this.#endLost();
    } catch (error) {
      // The database may be away for a moment; the sessions go on and are looked at again.
      this.#on.logger.warn({ err: error }, 'sessions could not be checked');
    } finally {
      this.#isLooking = false;
    }
  }

  async #endLost(): Promise<void> {
    const now = this.#on.clock.now();
    const lost = new LostRights(this.#on);
    for (const live of this.#live.values()) {
      const end = limitReached(live, now) ?? (await lost.endOf(live.record));
      if (end) {
        this.#endSoon(live.record.id, end);
      } else {
        live.keyboard.obey(await this.#on.filters.of(lost.filterOf(live.record)));
        warnOfLimits(live, now);
      }
    }
  }
}
