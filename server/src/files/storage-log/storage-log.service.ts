import type { StorageAction, StorageLogQuery, StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { Page } from '@jadegate/contract/paging';

import type { Database } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { boundedText } from '../../kernel/bounded-text.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import { RepeatThrottle, type Folded } from '../../kernel/repeat-throttle.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { EventOutbox, OutgoingEvent } from '../../platform/event/event-outbox.service.ts';
import { StorageLogRepository, type StorageLogRecord } from './storage-log.repository.ts';

/** What stands in the log of something that was done with a file, beside where and by whom. */
export interface FileLine {
  action: StorageAction;
  fileName: string;
  isDone: boolean;
  bytes?: number;
  checksum?: string;
}

export interface StorageEvent extends FileLine {
  session: { id: string; asset_id: string; asset_name: string; user_id: string; user_name: string };
}

interface SpaceEvent extends FileLine {
  storage: { id: string; name: string };
  user: { id: string; name: string };
}

interface Dependencies {
  database: Database;
  audit: AuditService;
  outbox: EventOutbox;
  users: UserService;
  clock: Clock;
}

/** What people did with files and the clipboard in their sessions and in storage spaces, written when the outcome is known. */
export class StorageLogService {
  readonly #logs: StorageLogRepository;
  readonly #database: Database;
  readonly #audit: AuditService;
  readonly #outbox: EventOutbox;
  readonly #users: UserService;
  readonly #clock: Clock;
  readonly #listeners = new Map<string, Set<(path: string) => void>>();
  /** By the row that stands for them. */
  readonly #refusals: RepeatThrottle<string>;
  readonly #counted: Folded<string>[] = [];

  constructor({ database, audit, outbox, users, clock }: Dependencies) {
    this.#database = database;
    this.#logs = new StorageLogRepository(database);
    this.#audit = audit;
    this.#outbox = outbox;
    this.#users = users;
    this.#clock = clock;
    this.#refusals = new RepeatThrottle({ clock });
  }

  write({ session, ...act }: StorageEvent): Promise<void> {
    const { id: session_id, asset_id, asset_name, user_id, user_name } = session;
    const place = { session_id, asset_id, asset_name, storage_id: '', storage_name: '' };
    return this.#insert(act, { ...place, user_id, user_name });
  }

  writeInSpace({ storage, user, ...act }: SpaceEvent): Promise<void> {
    for (const listener of this.#listeners.get(storage.id) ?? []) {
      act.fileName.split(' → ').forEach(listener);
    }
    const place = { session_id: '', asset_id: '', asset_name: '' };
    const space = { storage_id: storage.id, storage_name: storage.name };
    return this.#insert(act, { ...place, ...space, user_id: user.id, user_name: user.name });
  }

  /** Calls back with what was done to the files of a space on its pages. Answers how to end that. */
  subscribe(storageId: string, listener: (path: string) => void): () => void {
    const listeners = this.#listeners.get(storageId) ?? new Set();
    this.#listeners.set(storageId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) {
        this.#listeners.delete(storageId);
      }
    };
  }

  async list(query: StorageLogQuery & PeopleSearch): Promise<Page<StorageLogRow>> {
    const { total, items } = await this.#logs.page(query);
    return { total, items: await this.#present(items) };
  }

  async get(id: string): Promise<StorageLogRow> {
    const [row] = await this.#present(await this.#logs.listByIds([id]));
    if (!row) {
      throw new AppError('storage_log.not_found');
    }
    return row;
  }

  async #present(logs: readonly StorageLogRecord[]): Promise<StorageLogRow[]> {
    const people = await this.#users.listPeople(logs.map(({ user_id }) => user_id));
    const modes = await this.#logs.modesOf(logs.map(({ session_id }) => session_id));
    return logs.map((log) => ({
      ...present(log, people.get(log.user_id)?.username ?? ''),
      mode: modes.get(log.session_id) ?? 'native',
    }));
  }

  /** All that was done with files in a session, in order. */
  listOfSession(sessionId: string): Promise<StorageLogRecord[]> {
    return this.#logs.listOfSession(sessionId);
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    await this.#database.transact(async (tx) => {
      const held = await this.#logs.findHeld(ids, tx);
      if (held) {
        throw new AppError('hold.held', { params: { name: held.file_name } });
      }
      const found = await this.#logs.listByIds(ids, tx);
      await this.#logs.remove(ids, tx);
      const entries = found.map((log) => ({
        user: log.user_name,
        action: log.action,
        file: log.file_name,
        at: log.created_at,
      }));
      const entry = { action: 'storage-log.deleted', object: OBJECT } as const;
      await this.#audit.writeList(actor, entry, { name: 'entries', items: entries }, tx);
    });
  }

  async clear(actor: Actor): Promise<void> {
    const lastId = await this.#logs.lastId();
    await this.#audit.clearInSteps(
      actor,
      { action: 'storage-log.cleared', object: OBJECT },
      {
        count: (tx) => this.#logs.countUpTo(lastId, tx),
        removeSome: async (tx) => {
          const removed = await this.#logs.removeUpTo(lastId, ROWS_PER_STATEMENT, tx);
          return { removed, isLast: removed < ROWS_PER_STATEMENT };
        },
      },
    );
  }

  /** How many more there were of what was refused again and again, written into the row that stands for them. */
  async writeFolded(options?: { all: boolean }): Promise<void> {
    this.#counted.push(...this.#refusals.take(options));
    // Each leaves the list while it is written, so that it is written once, and comes back when it could not be.
    for (let next = this.#counted.shift(); next; next = this.#counted.shift()) {
      try {
        await this.#logs.addMore(next.sample, next.more);
      } catch (error) {
        this.#counted.unshift(next);
        throw error;
      }
    }
  }

  async #insert(
    { action, fileName, isDone, bytes = 0, checksum = '' }: FileLine,
    place: Omit<
      StorageLogRecord,
      'id' | 'action' | 'file_name' | 'result' | 'bytes' | 'checksum' | 'created_at' | 'more'
    >,
  ): Promise<void> {
    const now = this.#clock.now();
    const id = newId(now);
    const key = JSON.stringify([place.user_id, place.session_id, place.storage_id, action]);
    if (!isDone && this.#refusals.record(key, () => id) === 'counted') {
      return;
    }
    await this.#store({
      ...place,
      id,
      action,
      file_name: boundedPaths(fileName, isDone ? MAX_PATH_BYTES : MAX_REFUSED_PATH_BYTES),
      result: isDone ? 'success' : 'failure',
      bytes,
      checksum,
      created_at: now,
      more: 0,
    });
  }

  /** With an event where somebody wants it: then both are written, or neither. */
  async #store(row: StorageLogRecord): Promise<void> {
    const name = row.action.startsWith('clipboard-') ? 'clipboard.used' : 'file.operation';
    if (!(await this.#outbox.isWanted(name))) {
      return this.#logs.insert(row);
    }
    const people = await this.#users.listPeople([row.user_id]);
    const event = eventOf(row, people.get(row.user_id)?.username ?? row.user_name);
    await this.#database.transact(async (tx) => {
      await this.#logs.insert(row, tx);
      await this.#outbox.add(event, tx);
    });
  }

  /** How many are older, and how many of those are held. */
  async countOlder(before: number): Promise<{ count: number; held: number }> {
    return {
      count: await this.#logs.countOlder(before, false),
      held: await this.#logs.countOlder(before, true),
    };
  }

  /** For the retention sweep, which writes its own audit entry. Answers how many went. */
  removeOlder(before: number, limit: number): Promise<number> {
    return this.#database.transact((tx) => this.#logs.removeOlder(before, limit, tx));
  }
}

function eventOf(
  row: StorageLogRecord,
  username: string,
): OutgoingEvent<'clipboard.used' | 'file.operation'> {
  const { bytes, checksum } = row;
  const about = {
    at: row.created_at,
    isFailure: row.result === 'failure',
    person: { id: row.user_id, name: username },
    ...(row.session_id !== '' && { sessionId: row.session_id }),
    ...(row.asset_id !== '' && { asset: { id: row.asset_id, name: row.asset_name } }),
  };
  if (row.action === 'clipboard-copy' || row.action === 'clipboard-paste') {
    return { ...about, name: 'clipboard.used', detail: { action: row.action, bytes, checksum } };
  }
  const { action, file_name: path, storage_id: storageId, storage_name: storageName } = row;
  return {
    ...about,
    name: 'file.operation',
    detail: { action, path, bytes, checksum, storageId, storageName },
  };
}

/** No system takes longer ones. What is refused was perhaps never a path. */
const MAX_PATH_BYTES = 4096;
const MAX_REFUSED_PATH_BYTES = 1024;
const FROM_TO = ' → ';

/** The file, or where it was and where it went. */
function boundedPaths(fileName: string, maxBytes: number): string {
  const [from = '', ...to] = fileName.split(FROM_TO);
  const paths = to.length === 0 ? [from] : [from, to.join(FROM_TO)];
  return paths.map((path) => boundedText(path, maxBytes)).join(FROM_TO);
}

const OBJECT = { type: 'storage-log', id: '', name: '' };

function present(log: StorageLogRecord, userAccount: string): Omit<StorageLogRow, 'mode'> {
  return {
    id: log.id,
    assetId: log.asset_id,
    assetName: log.asset_name,
    sessionId: log.session_id,
    storageId: log.storage_id,
    storageName: log.storage_name,
    userId: log.user_id,
    userName: log.user_name,
    userAccount,
    action: log.action,
    fileName: log.file_name,
    result: log.result,
    bytes: log.bytes,
    checksum: log.checksum,
    more: log.more,
    created: familyTime(log.created_at),
  };
}
