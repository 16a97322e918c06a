import { randomBytes } from 'node:crypto';

import type { Database, Tx } from '../../db/database.ts';
import { Keyring } from '../../kernel/keyring.ts';
import { Secret } from '../../kernel/secret.ts';
import { MasterKeyError, openMasterKey, type MasterKey } from './master-key.ts';
import { VaultRepository } from './vault.repository.ts';

/**
 * Every stored secret of the product, whatever it belongs to, sealed and bound to its place. A secret goes in and
 * comes out as a `Secret`; no read model of any feature joins this table.
 */
const SYSTEM = 'system';
const ROTATE_BATCH = 500;

export class VaultService {
  readonly #secrets: VaultRepository;
  readonly #database: Database;
  readonly #masterKey: MasterKey;
  #keyring: Keyring;

  private constructor(database: Database, secrets: VaultRepository, masterKey: MasterKey) {
    this.#database = database;
    this.#secrets = secrets;
    this.#masterKey = masterKey;
    this.#keyring = masterKey.load();
  }

  static async open(
    database: Database,
    options: { dataDir: string; masterKey?: string | undefined },
  ): Promise<VaultService> {
    const secrets = new VaultRepository(database.db);
    const mayCreate = await secrets.isEmpty();
    return new VaultService(database, secrets, await openMasterKey({ ...options, mayCreate }));
  }

  put(owner: string, name: string, secret: Secret, tx: Tx): Promise<void> {
    return this.#secrets.put(owner, name, this.#keyring.seal(secret.expose(), place(owner, name)), tx);
  }

  /** Many at once, for owners that have none yet. */
  addMany(secrets: readonly { owner: string; name: string; secret: Secret }[], tx: Tx): Promise<void> {
    const rows = secrets.map(({ owner, name, secret }) => ({
      owner,
      name,
      sealed: this.#keyring.seal(secret.expose(), place(owner, name)),
    }));
    return this.#secrets.addMany(rows, tx);
  }

  async get(owner: string, name: string, tx?: Tx): Promise<Secret | undefined> {
    const row = await this.#secrets.find(owner, name, tx);
    return row && new Secret(this.#open(row.sealed, place(owner, name)));
  }

  /** Takes a secret out for good: of two that race for it, one gets nothing. */
  async take(owner: string, name: string, tx: Tx): Promise<Secret | undefined> {
    const row = await this.#secrets.take(owner, name, tx);
    return row && new Secret(this.#open(row.sealed, place(owner, name)));
  }

  listNames(owner: string, tx?: Tx): Promise<string[]> {
    return this.#secrets.listNames(owner, tx);
  }

  /** Every secret whose owner begins so, by owner and name. For a backup, which carries them all. */
  async listByOwner(prefix: string, tx?: Tx): Promise<Map<string, Record<string, Secret>>> {
    const owners = new Map<string, Record<string, Secret>>();
    for (const { owner, name, sealed } of await this.#secrets.listByOwner(prefix, tx)) {
      const secret = new Secret(this.#open(sealed, place(owner, name)));
      owners.set(owner, { ...owners.get(owner), [name]: secret });
    }
    return owners;
  }

  remove(owner: string, names: readonly string[], tx: Tx): Promise<void> {
    return this.#secrets.remove(owner, names, tx);
  }

  removeOwners(owners: readonly string[], tx: Tx): Promise<void> {
    return this.#secrets.removeOwners(owners, tx);
  }

  /** Whoever can open it has the key that opens everything here. */
  sealSample(boundTo: string): string {
    return this.#keyring.seal('', boundTo);
  }

  /** Of two that offer one at once, both go on with the one that was first. */
  putIfAbsent(owner: string, name: string, offered: Secret): Promise<Secret> {
    return this.#database.transact(async (tx) => {
      const boundTo = place(owner, name);
      await this.#secrets.putIfAbsent(owner, name, this.#keyring.seal(offered.expose(), boundTo), tx);
      const { sealed } = await this.#secrets.get(owner, name, tx);
      return new Secret(this.#open(sealed, boundTo));
    });
  }

  /** A random value of this installation, made when first asked for. Also proves at start that the key fits. */
  async systemSecret(name: string): Promise<Secret> {
    try {
      return await this.putIfAbsent(SYSTEM, name, new Secret(randomBytes(32).toString('base64')));
    } catch (error) {
      if (this.#database.engine.outage(error)) {
        throw error;
      }
      throw new MasterKeyError(
        'the master key does not open this database’s secrets; give back the key it was made with',
        {
          cause: error,
        },
      );
    }
  }

  /**
   * Seals everything under a new key. With a key file the ring grows first, so that a crash half-way leaves every
   * secret readable; the old keys stay until `forgetOld` is asked for, because a running server may still use them.
   */
  async rotate(options: { forgetOld: boolean }): Promise<{ resealed: number }> {
    const isOurs = this.#masterKey.save !== undefined;
    if (isOurs) {
      await this.#replaceKeyring(this.#keyring.withNewKey());
    }
    const resealed = await this.#resealAll();
    if (isOurs && options.forgetOld) {
      await this.#replaceKeyring(this.#keyring.onlyCurrent());
    }
    return { resealed };
  }

  async #replaceKeyring(keyring: Keyring): Promise<void> {
    await this.#masterKey.save?.(keyring);
    this.#keyring = keyring;
  }

  async #resealAll(): Promise<number> {
    let resealed = 0;
    let last = { owner: '', name: '' };
    for (;;) {
      const rows = await this.#secrets.listAfter(last.owner, last.name, ROTATE_BATCH);
      for (const row of rows) {
        if (Keyring.keyIdOf(row.sealed) !== this.#keyring.currentKeyId) {
          const boundTo = place(row.owner, row.name);
          await this.#secrets.swap(row, this.#keyring.seal(this.#open(row.sealed, boundTo), boundTo));
          resealed++;
        }
        last = row;
      }
      if (rows.length < ROTATE_BATCH) {
        return resealed;
      }
    }
  }

  /** Another process may have rotated the key since this one read it. */
  #open(sealed: string, boundTo: string): string {
    const keyId = Keyring.keyIdOf(sealed);
    if (keyId !== undefined && !this.#keyring.has(keyId)) {
      this.#keyring = this.#masterKey.load();
    }
    return this.#keyring.open(sealed, boundTo);
  }
}

function place(owner: string, name: string): string {
  return `${owner}/${name}`;
}
