import { createHmac } from 'node:crypto';

import type { AuditAction } from '@jadegate/contract/audit';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Secret } from '../../kernel/secret.ts';
import { AuditRepository, type AuditRow } from './audit.repository.ts';

/**
 * The record of privileged acts. Each entry's hash covers the entry and the hash before it, under a key that is
 * not in the database: whoever can only write to the database cannot change, insert or remove an entry, or cut
 * the end off, without `verify` naming the place.
 */
export interface AuditEntry {
  action: AuditAction;
  object: { type: string; id: string; name: string };
  result?: 'success' | 'failure';
  /** What changed; never a secret. */
  detail?: Record<string, unknown>;
}

export interface ChainReport {
  entries: number;
  /** The number of the first entry that is missing or was changed. */
  brokenAt?: number;
}

const VERIFY_BATCH = 1000;
const LOOK_BATCH = 1000;

type Listener = (entry: AuditEntry) => void;

export class AuditService {
  readonly #audit: AuditRepository;
  readonly #database: Database;
  readonly #key: Secret;
  readonly #clock: Clock;
  readonly #listeners = new Set<Listener>();
  readonly #followers = new Set<Listener>();
  /** Up to here the acts of other servers were told; undefined before anybody looked. */
  #lookedTo: number | undefined;
  /** Acts of this process that lie beyond: they were told when they were committed. */
  readonly #ownAhead = new Set<number>();

  constructor(database: Database, key: Secret, clock: Clock) {
    this.#database = database;
    this.#audit = new AuditRepository(database.db);
    this.#key = key;
    this.#clock = clock;
  }

  /** Writes the entry in the transaction of the act itself: both are stored, or neither. */
  write(who: Actor | Caller, entry: AuditEntry, tx: Tx): Promise<void> {
    return this.writeMany(who, [entry], tx);
  }

  /** The entries of one act on many things, one after the other in the chain. */
  async writeMany(who: Actor | Caller, entries: readonly AuditEntry[], tx: Tx): Promise<void> {
    if (entries.length === 0) {
      return;
    }
    const head = await this.#audit.advanceHead(tx, entries.length);
    const first = head.seq - entries.length + 1;
    const rows: AuditRow[] = [];
    for (const [index, entry] of entries.entries()) {
      const row = this.#row(who, entry, first + index);
      rows.push({ ...row, hash: this.#hash(row, rows.at(-1)?.hash ?? head.hash) });
    }
    await this.#audit.append(rows, tx);
    this.#database.afterCommit(tx, () => {
      for (const [index, entry] of entries.entries()) {
        this.#passOver(first + index);
        [...this.#listeners, ...this.#followers].forEach((listen) => listen(entry));
      }
    });
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
      object_name: entry.object.name,
      result: entry.result ?? 'success',
      detail: JSON.stringify({ ...entry.detail, ...means(who) }),
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
  async look(): Promise<void> {
    if (this.#lookedTo === undefined) {
      this.#lookedTo = (await this.#audit.findHead()).seq;
      return;
    }
    // Numbers are given out under a lock that is held until the commit: whoever sees one sees all before it.
    for (const row of await this.#audit.listAfter(this.#lookedTo, LOOK_BATCH)) {
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

  async verify(): Promise<ChainReport> {
    const head = await this.#audit.findHead();
    let previous = { seq: 0, hash: '' };
    for (;;) {
      const rows = await this.#audit.listAfter(previous.seq, VERIFY_BATCH);
      for (const { hash, ...row } of rows) {
        if (row.seq !== previous.seq + 1 || hash !== this.#hash(row, previous.hash)) {
          return { entries: previous.seq, brokenAt: previous.seq + 1 };
        }
        previous = { seq: row.seq, hash };
      }
      if (rows.length < VERIFY_BATCH) {
        break;
      }
    }
    // Entries written while this ran stand after the head that was read first.
    const isCut = previous.seq < head.seq || (previous.seq === head.seq && previous.hash !== head.hash);
    return isCut ? { entries: previous.seq, brokenAt: previous.seq + 1 } : { entries: previous.seq };
  }

  #hash(row: Omit<AuditRow, 'hash'>, previousHash: string): string {
    const fields = [
      row.seq,
      row.at,
      row.actor_id,
      row.actor_name,
      row.address,
      row.action,
      row.object_type,
      row.object_id,
      row.object_name,
      row.result,
      row.detail,
      row.request_id,
    ];
    return createHmac('sha256', this.#key.expose())
      .update(JSON.stringify([previousHash, ...fields]))
      .digest('hex');
  }
}

/** That a program acted with the person's access token, and which: every entry says so. */
function means(who: Actor | Caller): Record<string, unknown> {
  return 'accessToken' in who && who.accessToken ? { accessToken: who.accessToken } : {};
}

function detailOf({ detail }: AuditRow): Record<string, unknown> {
  return JSON.parse(detail) as Record<string, unknown>;
}
