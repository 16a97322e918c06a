import { LIMITS } from '@jadegate/contract/limits';
import { Name } from '@jadegate/contract/scalars';

import type { Database, Tx } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { PublicKey } from '../../protocols/ssh/public-key.ts';
import { SshKeyRepository } from './ssh-key.repository.ts';

interface KeyChanges {
  added: readonly { key: PublicKey; name: string }[];
  /** Ids. */
  removed: readonly string[];
}

const FINGERPRINT_IN_NAME = { from: 'SHA256:'.length, length: 8 };

/** Keys that an identity source keeps of people: they come with it and go with it, and nobody here takes them off. */
export class SourceKeyService {
  readonly #keys: SshKeyRepository;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#keys = new SshKeyRepository(database.db);
    this.#clock = clock;
  }

  /** A key that is somebody's already stays theirs. Answers the fingerprints of what was done. */
  async change(
    userId: string,
    sourceId: string,
    { added, removed }: KeyChanges,
    tx: Tx,
  ): Promise<{ added: string[]; removed: string[] }> {
    const done = { added: [] as string[], removed: [] as string[] };
    for (const id of removed) {
      const gone = await this.#keys.remove(userId, id, tx);
      done.removed.push(...(gone ? [gone.fingerprint] : []));
    }
    const own = added.length === 0 ? [] : await this.#keys.listOf(userId, tx);
    const names = new Set(own.map(({ name }) => name));
    for (const { key, name } of added.slice(0, Math.max(0, LIMITS.sshKeysPerPerson.max - own.length))) {
      if (await this.#keys.findByFingerprint(key.fingerprint, tx)) {
        continue;
      }
      const now = this.#clock.now();
      const shown = freeName(name, key, names);
      names.add(shown);
      await this.#keys.insert(
        {
          id: newId(now),
          user_id: userId,
          name: shown,
          algorithm: key.algorithm,
          blob: key.blob.toString('base64'),
          fingerprint: key.fingerprint,
          created_at: now,
          expires_at: null,
          last_used_at: null,
          last_address: '',
          source_id: sourceId,
        },
        tx,
      );
      done.added.push(key.fingerprint);
    }
    return done;
  }
}

/** The comment that stands behind the key, unless that is taken or cannot be shown. */
function freeName(
  comment: string,
  { algorithm, fingerprint }: PublicKey,
  taken: ReadonlySet<string>,
): string {
  const { from, length } = FINGERPRINT_IN_NAME;
  const read = Name.safeParse(comment.slice(0, LIMITS.sshKeyName.max - length - 1));
  const name = read.success ? read.data : algorithm;
  return taken.has(name) ? `${name} ${fingerprint.slice(from, from + length)}` : name;
}
