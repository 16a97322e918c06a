import type { AuditAction } from '@jadegate/contract/platform/audit';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { boundedDetail, inSeveralDetails, MAX_NAME_BYTES } from '../../kernel/bounded-detail.ts';
import { boundedText } from '../../kernel/bounded-text.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RepeatThrottle, type Folded } from '../../kernel/repeat-throttle.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { EventContext, EventOutbox, OutgoingEvent } from '../event/event-outbox.service.ts';
import { AuditChain, CHAIN_START, type Link } from './audit-chain.ts';
import { AuditRepository, type AuditRow } from './audit.repository.ts';
import { clearInSteps, type ClearedStep, type Clearing } from './clear-in-steps.ts';

export type { ClearedStep, Link };

/**
 * The record of privileged acts. Each entry's hash covers the entry and the hash before it, under a key that is
 * not in the database: whoever can only write to the database cannot change, insert or remove an entry, or cut
 * the end off, without `verify` naming the place.
 */
export interface AuditEntry {
  action: AuditAction;
  /** With where it is or was done: that is for the event alone, and no part of the entry. */
  object: { type: string; id: string; name: string; within?: EventContext };
  result?: 'success' | 'failure';
  /** What changed; never a secret. */
  detail?: Record<string, unknown>;
}

interface ChainReport {
  entries: number;
  /** The number of the first entry that is missing or was changed. */
  brokenAt?: number;
}

const VERIFY_BATCH = 1000;
const LOOK_BATCH = 1000;
const ABOUT_ONE = 10_000;
/** Of a reason, in what tells refusals apart. */
const REASON_CHARACTERS = 64;

interface Refusal {
  who: Actor | Caller;
  entry: AuditEntry;
}

type Listener = (entry: AuditEntry) => void;

export class AuditService {
  readonly #audit: AuditRepository;
  readonly #database: Database;
  readonly chain: AuditChain;
  readonly #clock: Clock;
  readonly #outbox: EventOutbox;
  readonly #listeners = new Set<Listener>();
  readonly #followers = new Set<Listener>();
  /** Up to here the acts of other servers were told; undefined before anybody looked. */
  #lookedTo: number | undefined;
  /** Acts of this process that lie beyond: they were told when they were committed. */
  readonly #ownAhead = new Set<number>();
  readonly #refusals: RepeatThrottle<Refusal>;
  /** Of periods that are over, until they are written. */
  readonly #counted: Folded<Refusal>[] = [];

  constructor(database: Database, key: Secret, clock: Clock, outbox: EventOutbox) {
    this.#outbox = outbox;
    this.#refusals = new RepeatThrottle({ clock });
    this.#database = database;
    this.#audit = new AuditRepository(database.db);
    this.chain = new AuditChain(key);
    this.#clock = clock;
  }

  /** Writes the entry in the transaction of the act itself: both are stored, or neither. */
  write(who: Actor | Caller, entry: AuditEntry, tx: Tx): Promise<void> {
    return this.writeMany(who, [entry], tx);
  }

  /** The entries of one act on many things, one after the other in the chain. */
  async writeMany(who: Actor | Caller, entries: readonly AuditEntry[], tx: Tx): Promise<void> {
    const written: AuditEntry[] = [];
    for (const entry of entries) {
      const kept = this.#fold(who, entry);
      if (kept) {
        written.push(kept);
      } else {
        // Who listens is told of each, written or not.
        this.#database.afterCommit(tx, () => this.#tell(entry));
      }
    }
    await this.#append(who, written, tx);
  }

  /** An entry that lists what is gone afterwards: all of it is told, in as many entries as that takes. */
  async writeList(
    who: Actor | Caller,
    entry: Omit<AuditEntry, 'detail'>,
    list: { name: string; items: readonly unknown[] },
    tx: Tx,
  ): Promise<void> {
    const details = inSeveralDetails(list.name, list.items);
    const entries = details.map((detail) => ({ ...entry, detail }));
    await this.writeMany(who, entries, tx);
  }

  /**
   * What somebody is refused again and again for the same reason is counted instead of written. The last one that is
   * written says so.
   */
  #fold(who: Actor | Caller, entry: AuditEntry): AuditEntry | undefined {
    if (entry.result !== 'failure' || !('userId' in who)) {
      return entry;
    }
    const given = entry.detail?.['reason'];
    const reason = typeof given === 'string' ? given.slice(0, REASON_CHARACTERS) : '';
    const key = JSON.stringify([who.userId, entry.action, reason]);
    const fold = this.#refusals.record(key, () => ({ who, entry }));
    if (fold === 'counted') {
      return undefined;
    }
    return fold === 'last' ? { ...entry, detail: { ...entry.detail, moreAreCounted: true } } : entry;
  }

  /** What the log says about one thing, as far as it is not archived. */
  listAbout(type: string, id: string): Promise<AuditRow[]> {
    return this.#audit.listAbout(type, id, ABOUT_ONE);
  }

  /** Writes down how many more there were. To be called again and again, and with `all` before the process ends. */
  async writeFolded(options?: { all: boolean }): Promise<void> {
    this.#counted.push(...this.#refusals.take(options));
    // Each leaves the list while it is written, so that it is written once, and comes back when it could not be.
    for (let next = this.#counted.shift(); next; next = this.#counted.shift()) {
      const { who, entry } = next.sample;
      const reason = entry.detail?.['reason'];
      const detail = { ...(reason !== undefined && { reason }), more: next.more };
      try {
        await this.#database.transact((tx) => this.#append(who, [{ ...entry, detail }], tx));
      } catch (error) {
        this.#counted.unshift(next);
        throw error;
      }
    }
  }

  async #append(who: Actor | Caller, entries: readonly AuditEntry[], tx: Tx): Promise<void> {
    if (entries.length === 0) {
      return;
    }
    const head = await this.#audit.advanceHead(tx, entries.length);
    const first = head.seq - entries.length + 1;
    const rows: AuditRow[] = [];
    for (const [index, entry] of entries.entries()) {
      const row = this.#row(who, entry, first + index);
      rows.push({ ...row, hash: this.chain.hash(row, rows.at(-1)?.hash ?? head.hash) });
    }
    await this.#audit.append(rows, tx);
    await this.#outbox.addMany(
      rows.map((row, index) => eventOf(who, entries[index], row)),
      tx,
    );
    this.#database.afterCommit(tx, () => {
      for (const [index, entry] of entries.entries()) {
        this.#passOver(first + index);
        this.#tell(entry);
      }
    });
  }

  #tell(entry: AuditEntry): void {
    [...this.#listeners, ...this.#followers].forEach((listen) => listen(entry));
  }

  #row(who: Actor | Caller, entry: AuditEntry, seq: number): Omit<AuditRow, 'hash'> {
    return {
      seq,
      at: this.#clock.now(),
      actor_id: 'userId' in who ? who.userId : '',
      actor_name: 'userId' in who ? who.username : '',
      address: who.address,
      action: entry.action,
      object_type: entry.object.type,
      object_id: entry.object.id,
      object_name: boundedText(entry.object.name, MAX_NAME_BYTES),
      result: entry.result ?? 'success',
      detail: boundedDetail({ ...entry.detail, ...means(who) }),
      request_id: who.requestId,
    };
  }

  /** Tells of every act of this process once it is committed. Listeners must not throw. Answers how to stop listening. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The same, and tells of the acts of other servers and of the operator's commands, too, when they are looked for. It may
   * happen that an act is told twice.
   */
  follow(listener: Listener): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /** Looks what others did since the last time. To be called again and again; the first time only says where to begin. */
  async pollOthers(): Promise<void> {
    if (this.#lookedTo === undefined) {
      this.#lookedTo = (await this.#audit.findHead()).seq;
      return;
    }
    // Numbers are given out under a lock that is held until the commit: whoever sees one sees all before it.
    const rows = await this.#audit.listAfter(this.#lookedTo, LOOK_BATCH);
    // A look that was given up may come to its end beside this one.
    for (const row of rows.filter(({ seq }) => seq > (this.#lookedTo ?? 0))) {
      this.#lookedTo = row.seq;
      if (!this.#ownAhead.delete(row.seq)) {
        const { action, object_type: type, object_id: id, object_name: name, result } = row;
        const entry = { action, object: { type, id, name }, result, detail: detailOf(row) } as AuditEntry;
        this.#followers.forEach((listen) => listen(entry));
      }
    }
  }

  #passOver(seq: number): void {
    if (this.#lookedTo !== undefined && seq > this.#lookedTo) {
      this.#ownAhead.add(seq);
    }
  }

  /** For an act that has no other write of its own. */
  writeAlone(who: Actor | Caller, entry: AuditEntry): Promise<void> {
    return this.#database.transact((tx) => this.write(who, entry, tx));
  }

  /**
   * Clears a list, however long, so that others write in between. A long one is on record with its first step and again
   * with the last; one that is cut in the middle leaves the first entry and the rest of the list, to be cleared again.
   */
  clearInSteps(who: Actor, entry: Pick<AuditEntry, 'action' | 'object'>, clearing: Clearing): Promise<void> {
    const write = (detail: Record<string, number>, tx: Tx) => this.write(who, { ...entry, detail }, tx);
    return clearInSteps({ database: this.#database, write }, clearing);
  }

  /** Where the log has come to. */
  head(): Promise<Link> {
    return this.#audit.findHead();
  }

  /** Of the entries in the database that come after what lies in files. `see` is told of each that is whole. */
  async verify(from: Link = CHAIN_START, see: (link: Link) => void = () => undefined): Promise<ChainReport> {
    const head = await this.#audit.findHead();
    let previous = from;
    for (;;) {
      const rows = await this.#audit.listAfter(previous.seq, VERIFY_BATCH);
      for (const row of rows) {
        const next = this.chain.follow(row, previous);
        if (!next) {
          return { entries: previous.seq, brokenAt: previous.seq + 1 };
        }
        previous = next;
        see(next);
      }
      if (rows.length < VERIFY_BATCH) {
        break;
      }
    }
    // Entries written while this ran stand after the head that was read first.
    const isCut = previous.seq < head.seq || (previous.seq === head.seq && previous.hash !== head.hash);
    return isCut ? { entries: previous.seq, brokenAt: previous.seq + 1 } : { entries: previous.seq };
  }
}

/** That a program acted with the person's access token, and which: every entry says so. */
function means(who: Actor | Caller): Record<string, unknown> {
  return 'accessToken' in who && who.accessToken ? { accessToken: who.accessToken } : {};
}

function eventOf(who: Actor | Caller, entry: AuditEntry | undefined, row: AuditRow): OutgoingEvent {
  const { type, id, name, within } = entry?.object ?? { type: '', id: '', name: '' };
  return {
    name: row.action as AuditAction,
    at: row.at,
    isFailure: row.result === 'failure',
    ...('userId' in who && { person: { id: who.userId, name: who.username } }),
    address: who.address,
    requestId: who.requestId,
    object: { type, id, name },
    ...(type === 'asset' && { asset: { id, name } }),
    ...(type === 'session' && id !== '' && { sessionId: id }),
    ...within,
    entry: row.seq,
    detail: { ...entry?.detail, ...means(who) },
  };
}

function detailOf({ detail }: AuditRow): Record<string, unknown> {
  return JSON.parse(detail) as Record<string, unknown>;
}
