import { createHmac } from 'node:crypto';

import type { Secret } from '../../kernel/secret.ts';
import type { ArchiveRow, AuditRow } from './audit.repository.ts';

export type { ArchiveRow };

/** Where a chain has come to. */
export interface Link {
  seq: number;
  hash: string;
}

export const CHAIN_START: Link = { seq: 0, hash: '' };

/** What holds the entries together: HMACs under a key that is not in the database. */
export class AuditChain {
  readonly #key: Secret;

  constructor(key: Secret) {
    this.#key = key;
  }

  hash(row: Omit<AuditRow, 'hash'>, previousHash: string): string {
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
    return this.#sum([previousHash, ...fields]);
  }

  /** The next link, or undefined where the entry is not what was written after the one before. */
  follow({ hash, ...row }: AuditRow, previous: Link): Link | undefined {
    const isNext = row.seq === previous.seq + 1 && hash === this.hash(row, previous.hash);
    return isNext ? { seq: row.seq, hash } : undefined;
  }

  /** Nobody without the key can say that entries lie in a file. */
  seal(archive: Omit<ArchiveRow, 'seal'>): string {
    return this.#sum([
      'archive',
      archive.first_seq,
      archive.last_seq,
      archive.first_at,
      archive.last_at,
      archive.hash_before,
      archive.last_hash,
      archive.name,
      archive.bytes,
      archive.checksum,
      archive.disk,
      archive.created_at,
    ]);
  }

  #sum(fields: readonly (string | number)[]): string {
    return createHmac('sha256', this.#key.expose()).update(JSON.stringify(fields)).digest('hex');
  }
}
