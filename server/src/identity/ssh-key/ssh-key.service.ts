import { addSshKey, type NewSshKey, type SshKeyRow } from '@jadegate/contract/identity/ssh-key';
import { LIMITS } from '@jadegate/contract/limits';
import type { AuditAction } from '@jadegate/contract/platform/audit';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import { fingerprintOf, readPublicKey, RSA_BITS, type PublicKey } from '../../protocols/ssh/public-key.ts';
import type { AccessSecurityService } from '../access-security/access-security.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { KeptProof } from '../auth/sign-in.interface.ts';
import { usernameKey } from '../user/user.service.ts';
import { SshKeyRepository, type SshKeyRecord } from './ssh-key.repository.ts';

interface Dependencies {
  database: Database;
  reauthentication: ReauthenticationService;
  accessSecurity: AccessSecurityService;
  audit: AuditService;
  notifications: NotificationService;
  clock: Clock;
}

/** The public keys people sign in with at SSH clients. Each is one person's, and is a way in like the password. */
export class SshKeyService implements KeptProof {
  readonly #keys: SshKeyRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#keys = new SshKeyRepository(dependencies.database.db);
  }

  /** Whether a key that a client offers is this person's and good now. Of anything else it says the same: nothing. */
  async findOffered(
    { address }: Caller,
    username: string,
    publicKeyBlob: Buffer,
  ): Promise<{ id: string; algorithm: string; fingerprint: string } | undefined> {
    const { accessSecurity, clock } = this.#deps;
    if (!(await accessSecurity.allows(address))) {
      return undefined;
    }
    const fingerprint = fingerprintOf(publicKeyBlob);
    const found = await this.#keys.findOffered(usernameKey(username), fingerprint, clock.now());
    return found?.blob === publicKeyBlob.toString('base64')
      ? { id: found.id, algorithm: found.algorithm, fingerprint }
      : undefined;
  }

  isGood(userId: string, id: string, tx?: Tx): Promise<boolean> {
    return this.#keys.isGood(userId, id, this.#deps.clock.now(), tx);
  }

  async use({ address }: Caller, id: string, tx: Tx): Promise<boolean> {
    await this.#keys.markUsed(id, this.#deps.clock.now(), address, tx);
    return true;
  }

  async list(userId: string): Promise<SshKeyRow[]> {
    const now = this.#deps.clock.now();
    return (await this.#keys.listOf(userId)).map((key) => present(key, now));
  }

  async add(actor: Actor, { name, publicKey, days, ...proof }: NewSshKey): Promise<SshKeyRow> {
    const { database, reauthentication, notifications, clock } = this.#deps;
    const key = readOrRefuse(publicKey);
    await reauthentication.confirm(actor, addSshKey, proof);
    const now = clock.now();
    const record: SshKeyRecord = {
      id: newId(now),
      user_id: actor.userId,
      name,
      algorithm: key.algorithm,
      blob: key.blob.toString('base64'),
      fingerprint: key.fingerprint,
      created_at: now,
      expires_at: days === 0 ? null : now + days * DAY_MS,
      last_used_at: null,
      last_address: '',
      source_id: null,
    };
    const refusal = (cause: unknown) => new AppError('ssh_key.taken', { fields: ['publicKey'], cause });
    await refusingTaken(database, refusal, () => database.transact((tx) => this.#insert(actor, record, tx)));
    notifications.notify(actor.userId, 'ssh-key-added', actor);
    return present({ ...record, source: null }, now);
  }

  removeOwn(actor: Actor, id: string): Promise<void> {
    return this.remove(actor, actor.userId, id, 'account.ssh-key-removed');
  }

  async remove(actor: Actor, userId: string, id: string, action: AuditAction): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      const { source } = (await this.#keys.listOf(userId, tx)).find((key) => key.id === id) ?? {};
      if (source) {
        throw new AppError('ssh_key.of_directory', { params: { name: source } });
      }
      const removed = await this.#keys.remove(userId, id, tx);
      if (!removed) {
        throw new AppError('ssh_key.not_found');
      }
      const { fingerprint } = removed;
      await this.#deps.audit.write(
        actor,
        { action, object: about(removed), detail: { fingerprint, user: userId } },
        tx,
      );
    });
  }

  removeAllOf(userId: string, tx: Tx): Promise<void> {
    return this.#keys.removeAllOf(userId, tx);
  }

  async #insert(actor: Actor, record: SshKeyRecord, tx: Tx): Promise<void> {
    const { algorithm, fingerprint, name } = record;
    // The audit entry first: its lock makes two that are added at once count one after the other.
    const detail = { algorithm, fingerprint };
    await this.#deps.audit.write(
      actor,
      { action: 'account.ssh-key-added', object: about(record), detail },
      tx,
    );
    const owner = await this.#keys.findByFingerprint(fingerprint, tx);
    if (owner) {
      const isOwn = owner.user_id === actor.userId;
      throw new AppError(isOwn ? 'ssh_key.own' : 'ssh_key.taken', { fields: ['publicKey'] });
    }
    const others = await this.#keys.listOf(actor.userId, tx);
    if (others.some((one) => one.name === name)) {
      throw new AppError('ssh_key.name_taken', { params: { name }, fields: ['name'] });
    }
    const limit = LIMITS.sshKeysPerPerson.max;
    if (others.length >= limit) {
      throw new AppError('ssh_key.too_many', { params: { limit } });
    }
    await this.#keys.insert(record, tx);
  }
}

function readOrRefuse(text: string): PublicKey {
  const read = readPublicKey(text);
  if (!('problem' in read)) {
    return read;
  }
  const params = {
    ...(read.problem === 'algorithm' && { algorithm: read.algorithm }),
    ...(read.problem === 'rsa_size' && RSA_BITS),
  };
  throw new AppError(`ssh_key.${read.problem}`, { params, fields: ['publicKey'] });
}

function about({ id, name }: Pick<SshKeyRecord, 'id' | 'name'>) {
  return { type: 'ssh-key', id, name };
}

function present(key: SshKeyRecord & { source: string | null }, now: number): SshKeyRow {
  return {
    id: key.id,
    name: key.name,
    source: key.source ?? '',
    algorithm: key.algorithm,
    fingerprint: key.fingerprint,
    created: familyTime(key.created_at),
    expires: familyTime(key.expires_at),
    isExpired: key.expires_at !== null && key.expires_at <= now,
    lastUsed: familyTime(key.last_used_at),
    lastAddress: key.last_address,
  };
}
