import { join } from 'node:path';

import { sayEnd, storeEnd, type SessionEnd } from '@jadegate/contract/session-end';
import type { Frame } from '@jadegate/contract/terminal-socket';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import {
  filesOf,
  limitReached,
  objectOf,
  sizeColumns,
  type Live,
  type AttachOptions,
  type SessionClient,
  type SessionFiles,
} from './live-session.ts';
import { endOf } from './open-terminal.ts';
import { SessionOpener, type OpenerDependencies } from './session-opener.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

export type { AttachOptions, SessionClient, SessionFiles } from './live-session.ts';

interface Dependencies extends OpenerDependencies {
  database: Database;
  logins: LoginService;
  audit: AuditService;
  recordingRoot: string;
  /** Names this process among those that share the database. */
  processId: string;
}

/** Rights, logins and limits are looked at this often: whoever loses them is out within five seconds. */
const WATCH_MS = 2 * SECOND_MS;

/**
 * The sessions this process holds open. It owns their state from the first dial to the last byte of the recording, and
 * every way out leads through `end`.
 */
export class LiveSessionService {
  readonly #on: Dependencies;
  readonly #opener: SessionOpener;
  readonly #sessions: SessionRepository;
  readonly #live = new Map<string, Live>();
  readonly #opening = new Map<string, AbortController>();
  readonly #watch: NodeJS.Timeout;
  #isStopping = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#opener = new SessionOpener(dependencies);
    this.#sessions = new SessionRepository(dependencies.database);
    this.#watch = setInterval(() => void this.#look(), WATCH_MS).unref();
  }

  get count(): number {
    return this.#live.size;
  }

  folderOf(id: string): string {
    return join(this.#on.recordingRoot, id);
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

  /** The session, while this process holds it open. */
  find(id: string): Live | undefined {
    return this.#live.get(id);
  }

  /**
   * The files of the person's own live session, with what they may do there at this moment: what was decided when it
   * was made and still is. A transfer counts as being at work.
   */
  async files(actor: Actor, id: string): Promise<SessionFiles> {
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
    return filesOf(live, flags, this.#on.clock);
  }

  /** Ends a session wherever it stands; harmless when it is over. Resolves when its recording is closed. */
  async end(id: string, end: SessionEnd): Promise<void> {
    this.#opening.get(id)?.abort();
    const live = this.#live.get(id);
    if (live) {
      live.ending ??= this.#finish(live, end);
      await live.ending;
      return;
    }
    await this.#sessions.advance(id, ['no_connect', 'connecting', 'connected'], this.#over(end));
  }

  /** Rows that a process which is gone left open are closed with the truth. */
  async closeOrphans(): Promise<void> {
    for (const record of await this.#sessions.listOpenOf(false, this.#on.processId)) {
      const recording = record.recording === 'writing' ? ({ recording: 'kept' } as const) : {};
      await this.#sessions.change(record.id, { ...this.#over({ kind: 'process_died' }), ...recording });
    }
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    const ids = [...this.#live.keys(), ...this.#opening.keys()];
    await Promise.all(ids.map((id) => this.end(id, { kind: 'server_stopped' })));
  }

  async #open(
    actor: Actor,
    record: SessionRecord,
    client: SessionClient,
    options: AttachOptions,
  ): Promise<void> {
    const opening = new AbortController();
    this.#opening.set(record.id, opening);
    client.onClose(() => opening.abort());
    let live: Live | undefined;
    try {
      live = await this.#opener.open({
        actor,
        record,
        size: options.size,
        folder: this.folderOf(record.id),
        signal: opening.signal,
        onEnd: (end) => void this.end(record.id, end),
      });
      this.#opening.delete(record.id);
      this.#live.set(record.id, live);
      await this.#on.database.transact(async (tx) => {
        const now = this.#on.clock.now();
        const connected = { status: 'connected', connected_at: now, ...sizeColumns(options.size) } as const;
        await this.#sessions.advance(record.id, ['no_connect'], connected, tx);
        await this.#on.audit.write(actor, { action: 'session.opened', object: objectOf(record) }, tx);
      });
      this.#giveTo(live, actor, client, options);
    } catch (error) {
      this.#opening.delete(record.id);
      const end = endOf(error, { host: record.ip, port: record.port });
      if (live) {
        live.ending ??= this.#finish(live, end);
        await live.ending;
      } else {
        await this.#sessions.advance(record.id, ['no_connect', 'connecting'], this.#over(end));
      }
      if (end.kind === 'failed') {
        this.#on.logger.warn({ err: error, sessionId: record.id }, 'a session could not be opened');
      }
      client.drop(sayEnd(end, actor.language));
    }
  }

  #giveTo(live: Live, actor: Actor, client: SessionClient, { size, from }: AttachOptions): void {
    clearTimeout(live.away);
    live.away = undefined;
    live.actor = actor;
    live.terminal.resize(size);
    const output = live.terminal.control(client, from);
    client.onFrame((frame) => this.#hear(live, client, frame));
    client.onClose(() => this.#left(live, client));
    client.send({ type: 'connected' });
    client.send({
      type: 'attached',
      at: { output, input: live.inputBytes, size: live.terminal.size },
    });
    live.terminal.start();
  }

  #hear(live: Live, client: SessionClient, frame: Frame): void {
    switch (frame.type) {
      case 'data':
        live.lastInputAt = this.#on.clock.now();
        live.inputBytes += frame.bytes.length;
        live.keyboard.type(frame.bytes, live.actor.username);
        client.send({ type: 'ack', offset: live.inputBytes });
        return;
      case 'resize':
        live.terminal.resize(frame.size);
        return;
      case 'ack':
        live.terminal.confirm(client, frame.offset);
        return;
      case 'ping':
        client.send({ type: 'ping' });
        return;
      case 'closed':
        void this.end(live.record.id, { kind: 'left' });
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
      void this.end(live.record.id, { kind: 'left' });
      return;
    }
    live.away = setTimeout(
      () => void this.end(live.record.id, { kind: 'not_returned' }),
      live.limits.reattachSeconds * SECOND_MS,
    );
  }

  async #finish(live: Live, end: SessionEnd): Promise<void> {
    const { record, terminal, writer, actor } = live;
    clearTimeout(live.away);
    terminal.close(sayEnd(end, actor.language));
    await writer?.close();
    try {
      await this.#writeEnd(live, end);
    } finally {
      // Only now: whoever stops the process waits for what is still in the list.
      this.#live.delete(record.id);
    }
  }

  async #writeEnd({ record, terminal, writer, actor }: Live, end: SessionEnd): Promise<void> {
    await this.#on.database.transact(async (tx) => {
      const recording = writer ? { recording: 'kept' as const, recording_bytes: writer.bytes } : {};
      const change = { ...this.#over(end), ...sizeColumns(terminal.size), ...recording };
      await this.#sessions.advance(record.id, ['no_connect', 'connecting', 'connected'], change, tx);
      await this.#on.audit.write(
        actor,
        { action: 'session.closed', object: objectOf(record), detail: { end: end.kind } },
        tx,
      );
    });
  }

  #over(end: SessionEnd) {
    return {
      status: 'disconnected' as const,
      end_reason: storeEnd(end),
      disconnected_at: this.#on.clock.now(),
    };
  }

  /** A stranger learns nothing, not even that the session exists. */
  #refuseStranger(actor: Actor, record: SessionRecord): void {
    if (record.user_id !== actor.userId) {
      throw new AppError('session.not_found');
    }
  }

  async #look(): Promise<void> {
    for (const live of this.#live.values()) {
      try {
        const end = await this.#whyEnd(live);
        if (end) {
          await this.end(live.record.id, end);
        }
      } catch (error) {
        // The database may be away for a moment; the session goes on and is looked at again.
        this.#on.logger.warn({ err: error }, 'a session could not be checked');
      }
    }
  }

  async #whyEnd(live: Live): Promise<SessionEnd | undefined> {
    const { record } = live;
    const limit = limitReached(live, this.#on.clock.now());
    if (limit) {
      return limit;
    }
    if (record.login_id !== null && !(await this.#on.logins.identify(record.login_id))) {
      return { kind: 'login_ended' };
    }
    const { allowed } = await this.#on.access.decide(record.user_id, record.asset_id);
    return allowed ? undefined : { kind: 'access_lost' };
  }
}
