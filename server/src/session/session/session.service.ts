import { PROTOCOL_NAMES } from '@jadegate/contract/access/asset-attributes';
import { translate } from '@jadegate/contract/language';
import type { Page } from '@jadegate/contract/paging';
import type { CreatedSession, SessionQuery, SessionRow } from '@jadegate/contract/session/session';
import { CONSOLE_NAME } from '@jadegate/contract/words/vm-console';

import type { Database, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { AuditService, ClearedStep } from '../../platform/audit/audit.service.ts';
import type { DiskSpaceService } from '../../platform/disk-space/disk-space.service.ts';
import type { EventGate } from '../../platform/event-destination/event-gate.service.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { RecordingRemovalService } from '../recording-storage/recording-removal.service.ts';
import type { Burial, TombstoneService } from '../session-evidence/tombstone.service.ts';
import { factsOf, keepFacts, readFacts } from './live-facts.ts';
import type { LiveSessionService } from './live-session.service.ts';
import { objectOf } from './live-session.ts';
import { kindOf, lacksShell, type OpenableKinds } from './session-kind.ts';
import type { SessionDecision, SessionPlaces } from './session-places.ts';
import type { SessionQuota } from './session-quota.ts';
import { presentCreated, presentSession, type LiveFacts } from './session.present.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies extends OpenableKinds {
  database: Database;
  places: SessionPlaces;
  users: UserService;
  audit: AuditService;
  live: LiveSessionService;
  clock: Clock;
  isRecording: () => Promise<boolean>;
  quota: SessionQuota;
  disk: DiskSpaceService;
  eventGate: EventGate;
  removals: Pick<RecordingRemovalService, 'note' | 'settle'>;
  tombstones: Pick<TombstoneService, 'signer' | 'bury'>;
}

/** Leaves what is signed of sessions that go. */
type Bury = (ids: readonly string[], tx: Tx) => Promise<void>;

/** A server that lost touch has ended what it holds long before: those are not asked for one by one. */
const DOUBTED_MS = 10 * MINUTE_MS;
/** They go with their sessions. */
const COMMANDS_PER_STEP = 3000;

/** Sessions as rows: who opened what, when and how it ended. What lives is `LiveSessionService`. */
export class SessionService {
  readonly #deps: Dependencies;
  readonly #sessions: SessionRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
    keepFacts(dependencies);
  }

  /** An asset that one may not use and one that is not there are the same to the caller. */
  async create(
    actor: Actor,
    assetId: string,
    how: { isUnattended?: boolean; isDesktopPage?: boolean; door?: SessionRecord['door'] } = {},
  ): Promise<CreatedSession> {
    const mode = how.isUnattended ? 'exec' : 'native';
    const place = { asset_id: assetId, vm_id: '', mode, door: how.door ?? 'web' } as const;
    const decision = await this.#deps.places.decide({ ...place, user_id: actor.userId });
    if (!decision.allowed && decision.limits.commandsOnlyOf !== null) {
      throw new AppError('session.commands_only');
    }
    const target = decision.allowed
      ? await this.#deps.places.resolve({ ...place, protocol: 'ssh' })
      : undefined;
    if (!target) {
      throw new AppError('asset.not_found');
    }
    const kind = kindOf(this.#deps, { ...place, protocol: target.protocol });
    if (lacksShell(kind, decision)) {
      throw new AppError('session.shell_off');
    }
    if (how.isDesktopPage && kind && kind.mode !== 'guacd') {
      const params = { protocol: PROTOCOL_NAMES[target.protocol] };
      throw new AppError('session.needs_terminal', { params });
    }
    return this.#make(actor, place, target, decision);
  }

  /**
   * On the console of a virtual machine. One that one may not open and one that is not there are the same to the caller.
   */
  async createConsole(actor: Actor, vmId: string, protocol: 'ssh' | 'vnc'): Promise<CreatedSession> {
    const place = { asset_id: '', vm_id: vmId, mode: 'native', door: 'web' } as const;
    const decision = await this.#deps.places.decide({ ...place, user_id: actor.userId });
    if (!decision.allowed) {
      throw new AppError('vm.not_found');
    }
    const target = await this.#deps.places.resolveConsole(vmId, protocol);
    return this.#make(actor, place, target, decision);
  }

  async #make(
    actor: Actor,
    place: Pick<SessionRecord, 'asset_id' | 'vm_id' | 'mode' | 'door'>,
    target: AssetTarget,
    decision: SessionDecision,
  ): Promise<CreatedSession> {
    const { users, database, clock } = this.#deps;
    const kind = kindOf(this.#deps, { ...place, protocol: target.protocol });
    if (!kind) {
      const params = { protocol: PROTOCOL_NAMES[target.protocol] };
      throw new AppError('session.protocol_unsupported', { params });
    }
    await this.#deps.disk.refuse();
    await this.#deps.eventGate.refuse();
    await this.#deps.quota.refuse({ ...place, user_id: actor.userId });
    const isRecorded = decision.limits.recording && (await this.#deps.isRecording());
    const user = await users.get(actor.userId);
    const fileSystem = await kind.fileSystem?.(place.asset_id, actor.userId, decision.flags);
    const now = clock.now();
    const record: SessionRecord = {
      id: newId(now),
      protocol: target.protocol,
      mode: kind.mode ?? 'native',
      door: place.door,
      ssh_client: place.door === 'ssh' ? actor.userAgent : '',
      asset_id: place.asset_id,
      asset_name:
        place.vm_id === '' ? target.name : translate(CONSOLE_NAME, actor.language, { name: target.name }),
      vm_id: place.vm_id,
      ip: target.host,
      port: target.port,
      username: (await target.account()).username,
      access_gateway_id: target.route.gatewayId ?? '',
      user_id: actor.userId,
      user_name: user.nickname,
      login_id: actor.loginId ?? null,
      client_ip: actor.address,
      width: 0,
      height: 0,
      status: 'no_connect',
      end_reason: '',
      flags: JSON.stringify(decision.flags),
      storage_id: fileSystem?.storageId ?? '',
      recording: isRecorded ? 'writing' : 'none',
      recording_disk: '',
      recording_bytes: 0,
      // What was not recorded cannot be reviewed.
      reviewed: isRecorded ? 0 : 1,
      command_count: 0,
      process_id: '',
      created_at: now,
      connected_at: null,
      disconnected_at: null,
      end_request: '',
      indexed_by: '',
      live_facts: '',
      imported_from: '',
    };
    await database.transact(async (tx) => {
      await this.#sessions.insert(record, tx);
      if (place.vm_id === '') {
        await this.#sessions.noteUse(actor.userId, place.asset_id, now, tx);
      } else {
        const object = { type: 'vm', id: place.vm_id, name: target.name };
        const detail = { sessionId: record.id, protocol: record.protocol };
        await this.#deps.audit.write(actor, { action: 'vm.console-opened', object, detail }, tx);
      }
    });
    return presentCreated(record, { hasFiles: fileSystem !== undefined, kind });
  }

  async list(actor: Actor, query: SessionQuery & PeopleSearch): Promise<Page<SessionRow>> {
    const { total, items } = await this.#sessions.page(query);
    return { total, items: await this.#present(actor, items) };
  }

  async get(actor: Actor, id: string): Promise<SessionRow> {
    const [row] = await this.#present(actor, [await this.#find(id)]);
    if (!row) {
      throw new AppError('session.not_found');
    }
    return row;
  }

  async #present({ language }: Actor, records: readonly SessionRecord[]): Promise<SessionRow[]> {
    const people = await this.#deps.users.listPeople(records.map(({ user_id }) => user_id));
    return records.map((record) => {
      const creatorAccount = people.get(record.user_id)?.username ?? '';
      return presentSession(record, language, { ...this.#liveFacts(record), creatorAccount });
    });
  }

  /** The server knows by itself; this only refuses strangers. */
  async refuseStranger(actor: Actor, id: string): Promise<void> {
    if ((await this.#find(id)).user_id !== actor.userId) {
      throw new AppError('session.not_found');
    }
  }

  async resize(actor: Actor, id: string, width: number, height: number): Promise<void> {
    await this.refuseStranger(actor, id);
    await this.#sessions.change(id, { width, height });
  }

  async disconnect(actor: Actor, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) {
      return;
    }
    const found = await this.#sessions.listByIds(ids);
    const lives = await Promise.all(found.map((record) => this.#deps.live.orders.mayLive(record)));
    const records = found.filter((_record, index) => lives[index]);
    const results = await Promise.allSettled(
      records.map(({ id }) => this.#deps.live.end(id, { kind: 'administrator' })),
    );
    const entries = records.map((record, index) => ({
      action: 'session.disconnected' as const,
      object: objectOf(record),
      // It was asked for all the same.
      ...(results[index]?.status === 'rejected' && { result: 'failure' as const }),
    }));
    await this.#deps.database.transact((tx) => this.#deps.audit.writeMany(actor, entries, tx));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      throw failed.reason;
    }
  }

  /** All or none. Recordings are written down as to be removed with the rows, and go after them. */
  async remove(actor: Actor, ids: readonly string[]): Promise<void> {
    const burial = await this.#burial('deleted', actor.username);
    await this.#deps.database.transact(async (tx) => {
      const held = await this.#sessions.findHeld(ids, tx);
      if (held) {
        throw new AppError('session.on_hold', { params: { name: held.asset_name, user: held.user_name } });
      }
      const records = await this.#sessions.listByIds(ids, tx);
      if (records.some(({ status }) => status !== 'disconnected')) {
        throw new AppError('session.live');
      }
      await this.#removeRows(
        records.map(({ id }) => id),
        burial,
        tx,
      );
      for (const record of records) {
        await this.#deps.audit.write(actor, { action: 'session.deleted', object: objectOf(record) }, tx);
      }
    });
    await this.#deps.removals.settle();
  }

  /** Everything that is over by now, however much that is, but what is held. Answers how much that was. */
  async clear(actor: Actor): Promise<{ held: number }> {
    const burial = await this.#burial('cleared', actor.username);
    const before = ((await this.#sessions.lastEnd()) ?? 0) + 1;
    await this.#deps.audit.clearInSteps(
      actor,
      { action: 'session.cleared', object: { type: 'session', id: '', name: '' } },
      {
        count: (tx) => this.#sessions.countOver(before, tx),
        removeSome: (tx) => this.#removeSome(before, ROWS_PER_STATEMENT, burial, tx),
        countHeld: (tx) => this.#sessions.countOver(before, tx, true),
      },
    );
    await this.#deps.removals.settle();
    return { held: await this.#sessions.countOver(before, undefined, true) };
  }

  /** For the retention sweep, which writes its own audit entry. Answers how many went. */
  async removeOlder(before: number, limit: number): Promise<number> {
    const burial = await this.#burial('retention', '');
    let removed = 0;
    for (let isLast = false; !isLast && removed < limit;) {
      const most = Math.min(ROWS_PER_STATEMENT, limit - removed);
      const step = await this.#deps.database.transact((tx) => this.#removeSome(before, most, burial, tx));
      removed += step.removed;
      ({ isLast } = step);
    }
    await this.#deps.removals.settle();
    return removed;
  }

  /** For retention and its preview: how many are older, and how many of those are held. */
  async countOlder(before: number): Promise<{ count: number; held: number }> {
    return {
      count: await this.#sessions.countOver(before),
      held: await this.#sessions.countOver(before, undefined, true),
    };
  }

  /** Undefined where there is none. */
  async nameOf(id: string, tx: Tx): Promise<string | undefined> {
    const record = await this.#sessions.find(id, tx);
    return record && `${record.user_name} @ ${record.asset_name}`;
  }

  async markReviewed(actor: Actor, ids: readonly string[], isReviewed: boolean): Promise<void> {
    const action = isReviewed ? 'session.reviewed' : 'session.unreviewed';
    await this.#deps.database.transact(async (tx) => {
      const records = await this.#sessions.listByIds(ids, tx);
      await this.#sessions.markReviewed(ids, isReviewed, tx);
      const changed = records.filter(
        ({ status, reviewed }) => status === 'disconnected' && (reviewed === 1) !== isReviewed,
      );
      const entries = changed.map((record) => ({ action, object: objectOf(record) }) as const);
      await this.#deps.audit.writeMany(actor, entries, tx);
    });
  }

  async markAllReviewed(actor: Actor): Promise<void> {
    await this.#deps.database.transactLong(async (tx) => {
      const count = await this.#sessions.markReviewed('all', true, tx);
      const object = { type: 'session', id: '', name: '' };
      await this.#deps.audit.write(actor, { action: 'session.reviewed', object, detail: { count } }, tx);
    });
  }

  async disconnectUser(actor: Actor, userId: string): Promise<void> {
    const doubtedAfter = this.#deps.clock.now() - DOUBTED_MS;
    await this.disconnect(actor, await this.#sessions.listLiveIds(userId, doubtedAfter));
  }

  /** Past sessions that ended before a time, fewer of them where their commands go with them. */
  async #removeSome(before: number, most: number, burial: Bury, tx: Tx): Promise<ClearedStep> {
    const over = await this.#sessions.listOver(before, most, tx);
    let commands = 0;
    const some = over.filter(({ command_count }, index) => {
      commands += command_count;
      return index === 0 || commands <= COMMANDS_PER_STEP;
    });
    await this.#removeRows(
      some.map(({ id }) => id),
      burial,
      tx,
    );
    return { removed: some.length, isLast: over.length < most && some.length === over.length };
  }

  async #burial(cause: Burial['cause'], by: string): Promise<Bury> {
    const { tombstones } = this.#deps;
    const sign = await tombstones.signer();
    return (ids, tx) => tombstones.bury(ids, { cause, by }, sign, tx);
  }

  async #removeRows(ids: readonly string[], bury: Bury, tx: Tx): Promise<void> {
    for (const part of inChunks(ids, ROWS_PER_STATEMENT)) {
      await bury(part, tx);
      await this.#deps.removals.note(part, tx);
      await this.#sessions.remove(part, tx);
    }
  }

  #liveFacts(record: SessionRecord): LiveFacts {
    const live = this.#deps.live.find(record.id);
    return live ? factsOf(live) : readFacts(record);
  }

  async #find(id: string): Promise<SessionRecord> {
    const record = await this.#sessions.find(id);
    if (!record) {
      throw new AppError('session.not_found');
    }
    return record;
  }
}
