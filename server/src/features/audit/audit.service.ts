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

export class AuditService {
  readonly #audit: AuditRepository;
  readonly #database: Database;
  readonly #key: Secret;
  readonly #clock: Clock;

  constructor(database: Database, key: Secret, clock: Clock) {
    this.#database = database;
    this.#audit = new AuditRepository(database.db);
    this.#key = key;
    this.#clock = clock;
  }

  /** Writes the entry in the transaction of the act itself: both are stored, or neither. */
  async write(who: Actor | Caller, entry: AuditEntry, tx: Tx): Promise<void> {
    const head = await this.#audit.advanceHead(tx);
    const row: Omit<AuditRow, 'hash'> = {
      seq: head.seq,
      at: this.#clock.now(),
      actor_id: 'userId' in who ? who.userId : '',
      actor_name: 'userId' in who ? who.username : '',
      address: who.address,
      action: entry.action,
      object_type: entry.object.type,
      object_id: entry.object.id,
      object_name: entry.object.name,
      result: entry.result ?? 'success',
      detail: JSON.stringify(entry.detail ?? {}),
      request_id: who.requestId,
    };
    await this.#audit.append({ ...row, hash: this.#hash(row, head.hash) }, tx);
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
