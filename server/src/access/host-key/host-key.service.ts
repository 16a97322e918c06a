import type { AcceptHostKey, HostKeyRow } from '@jadegate/contract/access/host-key';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { HostKey, HostKeyPolicy, HostKeyVerdict } from '../../protocols/ssh/host-key.ts';
import { HostKeyRepository, type HostKeyRecord } from './host-key.repository.ts';

/** Whose key it is. */
type HostKeyOwner = `asset:${string}` | `gateway:${string}`;

/**
 * Which machine is which. A key is learned from an administrator's test (or, if the settings say so, from the first
 * use); one that changed refuses every connection until somebody compares the fingerprint and accepts it.
 */
export class HostKeyService {
  readonly #keys: HostKeyRepository;
  readonly #database: Database;
  readonly #audit: AuditService;
  readonly #clock: Clock;

  constructor(database: Database, audit: AuditService, clock: Clock) {
    this.#database = database;
    this.#audit = audit;
    this.#clock = clock;
    this.#keys = new HostKeyRepository(database.db);
  }

  async list(owner: HostKeyOwner): Promise<HostKeyRow[]> {
    await this.#about(owner);
    const records = await this.#keys.listWithNames(owner);
    return records.map((record) => ({
      state: record.state,
      keyType: record.key_type,
      fingerprint: record.fingerprint,
      seen: familyTime(record.seen_at),
      seenByName: record.seen_by_name ?? '',
      seenByAccount: record.seen_by_account ?? '',
      seenVia: record.seen_via,
    }));
  }

  async pinned(owner: HostKeyOwner): Promise<HostKey[]> {
    const records = await this.#keys.list(owner);
    return records.filter(({ state }) => state === 'pinned').map(asKey);
  }

  /** A host that shows a key of another type than the known ones has changed too: it was asked for those first. */
  async verdict(owner: HostKeyOwner, key: HostKey): Promise<HostKeyVerdict> {
    return judge(await this.pinned(owner), key);
  }

  /**
   * What `connectSsh` and the gateways ask. A key that is refused is kept as offered, so that it can be shown and accepted.
   * `learnFor` is the person whose connection may teach an unknown key; without it, an unknown key is refused.
   */
  async policy(owner: HostKeyOwner, { learnFor }: { learnFor?: Actor } = {}): Promise<HostKeyPolicy> {
    return {
      pinned: await this.pinned(owner),
      decide: async (key) => {
        const verdict = await this.verdict(owner, key);
        if (verdict === 'changed' || (verdict === 'unknown' && !learnFor)) {
          await this.noteOffered(owner, key);
        }
        return verdict;
      },
      ...(learnFor && { learn: (key: HostKey) => this.learn(learnFor, owner, key) }),
    };
  }

  /** Pins the first key of a host. Does nothing to a host that already has one. */
  async learn(actor: Actor, owner: HostKeyOwner, key: HostKey): Promise<void> {
    await this.#database.transact(async (tx) => {
      const known = await this.#keys.list(owner, tx);
      if (known.some(({ state }) => state === 'pinned')) {
        return;
      }
      const object = await this.#about(owner, tx);
      await this.#keys.put(this.#record(owner, key, 'pinned', actor.userId), tx);
      await this.#keys.removeOffered(owner, tx);
      const detail = { keyType: key.keyType, fingerprint: key.fingerprint };
      await this.#audit.write(actor, { action: 'host-key.learned', object, detail }, tx);
    });
  }

  /** Pins what a hypervisor saw of its own machine, within the change that makes the asset of that machine. */
  async learnFrom(
    actor: Actor,
    owner: HostKeyOwner,
    { keys, hypervisor }: { keys: readonly HostKey[]; hypervisor: string },
    tx: Tx,
  ): Promise<void> {
    const object = await this.#about(owner, tx);
    for (const key of keys) {
      await this.#keys.put({ ...this.#record(owner, key, 'pinned', actor.userId), seen_via: hypervisor }, tx);
      const detail = { keyType: key.keyType, fingerprint: key.fingerprint, hypervisor };
      await this.#audit.write(actor, { action: 'host-key.learned', object, detail }, tx);
    }
  }

  /** Keeps only the newest offer: an older one is no longer what the host shows. One that was pinned meanwhile is none. */
  async noteOffered(owner: HostKeyOwner, key: HostKey): Promise<void> {
    await this.#database.transact(async (tx) => {
      const known = await this.#keys.list(owner, tx);
      if (known.some(({ public_key }) => public_key === key.publicKey)) {
        return;
      }
      await this.#keys.removeOffered(owner, tx);
      await this.#keys.put(this.#record(owner, key, 'offered', ''), tx);
    });
  }

  /**
   * No blind accepting: the fingerprint a person compared must be the one on offer now. Whoever was shown a first key
   * does not replace another by it that was pinned while they compared.
   */
  async accept(
    actor: Actor,
    owner: HostKeyOwner,
    { fingerprint, isFirst = false }: AcceptHostKey,
  ): Promise<void> {
    await this.#database.transact(async (tx) => {
      const object = await this.#about(owner, tx);
      const known = await this.#keys.list(owner, tx);
      const offered = known.find((row) => row.state === 'offered' && row.fingerprint === fingerprint);
      if (!offered) {
        throw new AppError('host_key.not_offered', { fields: ['fingerprint'] });
      }
      const pinned = known.filter(({ state }) => state === 'pinned');
      if (isFirst && pinned.length > 0) {
        throw new AppError('host_key.not_first');
      }
      await this.#keys.removeOwners([owner], tx);
      await this.#keys.put(this.#record(owner, asKey(offered), 'pinned', actor.userId), tx);
      const detail = {
        before: pinned.map((row) => row.fingerprint).join(', '),
        keyType: offered.key_type,
        fingerprint,
      };
      await this.#audit.write(actor, { action: 'host-key.accepted', object, detail }, tx);
    });
  }

  /** On request, or within the change that makes the asset or gateway another machine. */
  async forget(actor: Actor, owner: HostKeyOwner, within?: Tx): Promise<void> {
    const work = async (tx: Tx) => {
      const object = await this.#about(owner, tx);
      const known = await this.#keys.list(owner, tx);
      if (known.length === 0) {
        return;
      }
      await this.#keys.removeOwners([owner], tx);
      const detail = { fingerprints: known.map((row) => row.fingerprint).join(', ') };
      await this.#audit.write(actor, { action: 'host-key.forgotten', object, detail }, tx);
    };
    await (within ? work(within) : this.#database.transact(work));
  }

  /** For a copy that leads to the same machine. */
  async copyPinned(from: HostKeyOwner, to: HostKeyOwner, tx: Tx): Promise<void> {
    for (const row of await this.#keys.list(from, tx)) {
      if (row.state === 'pinned') {
        await this.#keys.put({ ...row, owner: to }, tx);
      }
    }
  }

  /** When the asset or gateway itself is deleted, or becomes another machine, within that change. */
  async removeOwners(owners: readonly HostKeyOwner[], tx: Tx): Promise<void> {
    if (owners.length > 0) {
      await this.#keys.removeOwners(owners, tx);
    }
  }

  async #about(owner: HostKeyOwner, tx?: Tx): Promise<{ type: string; id: string; name: string }> {
    const kind = owner.startsWith('asset:') ? 'asset' : 'gateway';
    const id = owner.slice(kind.length + 1);
    const name = await this.#keys.ownerName(kind, id, tx);
    if (name === undefined) {
      throw new AppError('host_key.owner_not_found');
    }
    return { type: kind === 'asset' ? 'asset' : 'access-gateway', id, name };
  }

  #record(owner: string, key: HostKey, state: HostKeyRecord['state'], seenBy: string): HostKeyRecord {
    return {
      owner,
      key_type: key.keyType,
      state,
      fingerprint: key.fingerprint,
      public_key: key.publicKey,
      seen_at: this.#clock.now(),
      seen_by: seenBy,
      seen_via: '',
    };
  }
}

function judge(pinned: readonly HostKey[], key: HostKey): HostKeyVerdict {
  if (pinned.length === 0) {
    return 'unknown';
  }
  return pinned.some(({ publicKey }) => publicKey === key.publicKey) ? 'trusted' : 'changed';
}

function asKey(row: HostKeyRecord): HostKey {
  return { keyType: row.key_type, fingerprint: row.fingerprint, publicKey: row.public_key };
}
