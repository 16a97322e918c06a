import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { sayAdvice, sayEnd, tunnelCode, type SessionEnd } from '@jadegate/contract/session/session-end';

import type { Database } from '../../db/database.ts';
import type { LoginService } from '../../identity/auth/login.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { HeldByOtherServer } from '../../kernel/held-by-other-server.ts';
import type { PeerLink } from '../../kernel/peer-link.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { warnOfLimits } from './limit-warning.ts';
import { filesOf, isHeldElsewhere, isOwn, objectOf, type Live, type SessionFiles } from './live-session.ts';
import { OrphanSessions, whyNotOpenable } from './orphan-sessions.ts';
import type { ReadRecorded } from './read-recorded.ts';
import { RemoteSessionEnds } from './remote-session-ends.ts';
import { giveControl } from './session-control.ts';
import { SessionEndings } from './session-endings.ts';
import { dropUnopened, endOf } from './session-failure.ts';
import { kindOf } from './session-kind.ts';
import { SessionOpener, type OpenerDependencies } from './session-opener.ts';
import { SessionPatrol } from './session-patrol.ts';
import type { SessionClient, Traffic } from './session-stream.ts';
import { countByProtocol, SessionTraffic } from './session-traffic.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

export { objectOf, type Live, type SessionFiles } from './live-session.ts';
export { flagsOf } from './session.present.ts';
export type { SessionClient } from './session-stream.ts';

interface Dependencies extends OpenerDependencies {
  database: Database;
  logins: LoginService;
  audit: AuditService;
  recordingRoot: string;
  recorded: ReadRecorded;
  patrolMs?: number | undefined;
  /** The way to other servers, past the database; undefined where this one is alone. */
  peerLink?: (() => PeerLink | undefined) | undefined;
}

/** A prepared session that nobody has opened by then is gone. */
const PREPARED_MS = MINUTE_MS;

/** A session between the first dial and the moment it is live. */
interface Attempt {
  abort: AbortController;
  /** It is to end, for this reason, as soon as that is possible. */
  end: SessionEnd | undefined;
  /** The row is this process's, and so is what it leaves behind. */
  isReserved: boolean;
  /** Resolves when it is live or over. */
  done: Promise<void>;
}

/**
 * The sessions this process holds open. It owns their state from the first dial to the last byte of the recording, and
 * every way out leads through `end`.
 */
export class LiveSessionService {
  readonly #deps: Dependencies;
  readonly #opener: SessionOpener;
  readonly #sessions: SessionRepository;
  readonly #endings: SessionEndings;
  /** To those who hold the others. */
  readonly orders: RemoteSessionEnds;
  readonly #patrol: SessionPatrol<Live>;
  readonly #live = new Map<string, Live>();
  readonly #opening = new Map<string, Attempt>();
  readonly #checks: (() => Promise<void>)[] = [];
  readonly #openedListeners: ((live: Live) => void)[] = [];
  readonly #traffic = new SessionTraffic();
  #isStopping = false;

  constructor(dependencies: Dependencies) {
    const here = { ...dependencies, processId: dependencies.processes.id };
    this.#deps = dependencies;
    this.#opener = new SessionOpener(dependencies);
    this.#sessions = new SessionRepository(dependencies.database);
    this.#endings = new SessionEndings(here);
    this.orders = new RemoteSessionEnds(here);
    this.#patrol = new SessionPatrol<Live>({
      ...dependencies,
      live: () => this.#live.values(),
      end: (id, end) => this.#holds(id) && this.#endSoon(id, end),
      endOfDisk: ({ stream }) => dependencies.disk.endOf(stream.recording),
      warn: warnOfLimits,
      applyDecision: ({ stream }, decision) => stream.applyDecision(decision),
      removePrepared: () => this.#sessions.removePrepared(dependencies.clock.now() - PREPARED_MS),
      checks: this.#checks,
      endings: this.#endings,
      orders: this.orders,
      orphans: new OrphanSessions({
        ...dependencies,
      }),
    });
    dependencies.processes.lease.onBack(() => this.#patrol.judgeAnew());
  }

  /** Closes what dead processes left open, and looks after everything from now on. Only the server does. */
  async start(): Promise<void> {
    if (this.#isStopping) {
      return;
    }
    await this.#deps.processes.register();
    await this.#patrol.start();
    await this.#deps.processes.forgetOld();
  }

  /** Has something looked after in each round of the patrol, as often as sessions themselves. */
  addCheck(check: () => Promise<void>): void {
    this.#checks.push(check);
  }

  /** Told of every session from the moment it is live. */
  onOpened(listener: (live: Live) => void): void {
    this.#openedListeners.push(listener);
  }

  get count(): number {
    return this.#live.size;
  }

  countByProtocol(): ReadonlyMap<string, number> {
    return countByProtocol(this.#live.values());
  }

  /** What went through sessions of this process since it began, those that are over included. */
  trafficByProtocol(): ReadonlyMap<string, Traffic> {
    return this.#traffic.with(this.#live.values());
  }

  folderOf(id: string): string {
    return this.#endings.folderOf(id);
  }

  /** Opens the person's own session, or gives it back to them when it lives already. */
  async attach(actor: Actor, id: string, client: SessionClient): Promise<void> {
    const live = this.#live.get(id);
    if (live && isOwn(actor, live.record)) {
      if (live.ending) {
        throw new AppError('session.over');
      }
      this.#refuseOtherKind(live.record, client);
      this.#giveControl(live, actor, client);
      return;
    }
    const record = await this.#prepared(actor, id);
    this.#refuseOtherKind(record, client);
    if (this.#isStopping) {
      throw new AppError('server.stopping');
    }
    this.#deps.processes.refuseNewWork();
    await this.#open(actor, record, client);
  }

  /** The live sessions of a person, which they can come back to. */
  listOf(userId: string): Live[] {
    return [...this.#live.values()].filter(
      ({ record, kind, ending }) =>
        record.user_id === userId && !kind.isUnattended && !kind.isClientBound && !ending,
    );
  }

  /** The session, while this process holds it open. */
  find(id: string): Live | undefined {
    return this.#live.get(id);
  }

  /** The same for whoever was not led to the server that holds it. */
  async findHere(id: string): Promise<Live | undefined> {
    const live = this.#live.get(id);
    if (!live && isHeldElsewhere(await this.#sessions.find(id), this.#deps.processes.id)) {
      throw new HeldByOtherServer(id);
    }
    return live;
  }

  /**
   * The files of the person's own live session, with what they may do there at this moment: what was decided when it
   * was made and still is. A transfer counts as being at work.
   */
  async files(actor: Actor, id: string): Promise<SessionFiles> {
    const { live, flags } = await this.#ownNow(actor, id);
    return filesOf(live, flags);
  }

  /** The person's own live session, which they may still use at this moment. */
  async own(actor: Actor, id: string): Promise<Live> {
    return (await this.#ownNow(actor, id)).live;
  }

  async #ownNow(actor: Actor, id: string): Promise<{ live: Live; flags: AccessFlags }> {
    const live = this.#live.get(id);
    if (!live) {
      const record = await this.#sessions.find(id);
      throw new AppError(record && isOwn(actor, record) ? 'session.over' : 'session.not_found');
    }
    const { record } = live;
    const { allowed, flags } = await this.#deps.places.decide(record);
    // A stranger learns nothing, not even that the session exists.
    if (!allowed || !isOwn(actor, record)) {
      throw new AppError('session.not_found');
    }
    return { live, flags };
  }

  /**
   * Ends a session wherever it stands; harmless when it is over. Resolves when its recording is closed, and fails when
   * another process holds it and does not end it in time.
   */
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
    await this.orders.requestEnd(id, end);
  }

  /** For another server, which does not wait for it: begins to end what is held here. */
  endHere(id: string, end: SessionEnd): void {
    if (this.#holds(id)) {
      this.#endSoon(id, end);
    }
  }

  /** Begins to end everything that is held here. */
  endAll(end: SessionEnd): void {
    [...this.#live.keys(), ...this.#opening.keys()].forEach((id) => this.#endSoon(id, end));
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    this.#patrol.stop();
    const ids = [...this.#live.keys(), ...this.#opening.keys()];
    await Promise.all(ids.map((id) => this.end(id, { kind: 'server_stopped' })));
    await this.#endings.payOwed();
    await this.#deps.processes.end().catch((error: unknown) =>
      // The lease runs out by itself.
      this.#deps.logger.warn({ err: error }, 'the end of this process is not written down'),
    );
  }

  /** The person's own session, if it waits to be opened. To a stranger it is not there. */
  async #prepared(actor: Actor, id: string): Promise<SessionRecord> {
    const record = await this.#sessions.find(id);
    if (!record || !isOwn(actor, record)) {
      throw new AppError('session.not_openable');
    }
    const { status, created_at } = record;
    if (status !== 'no_connect' || this.#opening.has(id)) {
      throw await whyNotOpenable(record, this.#deps.processes);
    }
    if (this.#deps.clock.now() - created_at >= PREPARED_MS) {
      throw new AppError('session.not_openable');
    }
    return record;
  }

  async #open(actor: Actor, record: SessionRecord, client: SessionClient): Promise<void> {
    const opening: Attempt = {
      abort: new AbortController(),
      end: undefined,
      isReserved: false,
      done: Promise.resolve(),
    };
    this.#opening.set(record.id, opening);
    client.onClose(() => {
      opening.end ??= { kind: 'left' };
      opening.abort.abort();
    });
    opening.done = this.#tryOpen(actor, record, client, opening);
    await opening.done;
  }

  async #tryOpen(
    actor: Actor,
    record: SessionRecord,
    client: SessionClient,
    opening: Attempt,
  ): Promise<void> {
    const { signal } = opening.abort;
    let live: Live | undefined;
    try {
      live = await this.#opener.open({
        actor,
        record,
        client,
        folder: this.folderOf(record.id),
        signal,
        giveUp: (end) => {
          opening.end ??= end;
          opening.abort.abort();
        },
        onReserved: () => (opening.isReserved = true),
        onEnd: (end) => this.#endSoon(record.id, end),
      });
      await this.#writeOpened(actor, live);
      // Whatever wanted it to end meanwhile could not: there was nothing to end yet.
      signal.throwIfAborted();
      this.#opening.delete(record.id);
      this.#live.set(record.id, live);
      for (const tell of this.#openedListeners) {
        tell(live);
      }
      this.#giveControl(live, actor, client);
    } catch (error) {
      const end = opening.end ?? endOf(error, { host: record.ip, port: record.port });
      // Nobody is to be asked any more.
      opening.abort.abort();
      await this.#abandon(record, live, end, opening);
      this.#opening.delete(record.id);
      if (end.kind === 'failed' || end.kind === 'recording_failed') {
        this.#deps.logger.warn({ err: error, sessionId: record.id }, 'a session could not be opened');
      }
      dropUnopened(client, error, end, actor.language);
    }
  }

  #giveControl(live: Live, actor: Actor, client: SessionClient): void {
    const { clock } = this.#deps;
    giveControl(live, actor, client, { clock, endSoon: (end) => this.#endSoon(live.record.id, end) });
  }

  async #writeOpened(actor: Actor, { record, stream, clock }: Live): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      const { username } = record;
      const connected = { status: 'connected', connected_at: clock.now(), username, ...stream.size } as const;
      if (!(await this.#sessions.advance(record.id, ['connecting'], connected, tx))) {
        throw new AppError('session.over');
      }
      await this.#deps.audit.write(actor, { action: 'session.opened', object: objectOf(record) }, tx);
    });
  }

  /** Takes back what this attempt has reserved, and nothing of another that was quicker. */
  async #abandon(
    record: SessionRecord,
    live: Live | undefined,
    end: SessionEnd,
    { isReserved }: Attempt,
  ): Promise<void> {
    if (live) {
      live.ending ??= this.#finish(live, end);
      await live.ending;
    } else if (isReserved) {
      await this.#endings.writeUnopened(record, end);
    } else {
      await this.#endings.writeRefused(record, end);
    }
  }

  /** A client that cannot show such a session gets none of it, and takes nothing away from one that can. */
  #refuseOtherKind(record: SessionRecord, client: SessionClient): void {
    if (kindOf(this.#deps, record)?.name !== client.kind) {
      throw new AppError('session.not_openable');
    }
  }

  #holds(id: string): boolean {
    return this.#live.has(id) || this.#opening.has(id);
  }

  /** For whoever cannot wait for it. */
  #endSoon(id: string, end: SessionEnd): void {
    this.end(id, end).catch((error: unknown) =>
      this.#deps.logger.error({ err: error, sessionId: id }, 'a session did not end as it should'),
    );
  }

  /** Never fails: whatever becomes of the recording or the row, the connection is closed and nothing is left behind. */
  async #finish(live: Live, end: SessionEnd): Promise<void> {
    const { record, stream, actor } = live;
    clearTimeout(live.away?.timer);
    const advice = sayAdvice(end, actor.language);
    if (advice !== '') {
      // Some targets refuse only after they let one in: whoever still waits for a first picture can do something about it.
      stream.notify({ kind: 'advice', text: advice });
    }
    await stream.close(sayEnd(end, actor.language), tunnelCode(end), end);
    await this.#endings.write(live, end, {
      ...stream.size,
      recordedBytes: stream.recording?.writtenBytes,
      isIncomplete: stream.recording?.hasFailed === true,
      signed: stream.recording?.signed,
    });
    // Only now: whoever stops the process waits for what is still in the list.
    this.#live.delete(record.id);
    this.#traffic.add(live);
  }
}
