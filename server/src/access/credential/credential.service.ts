import {
  CREDENTIAL_SECRETS,
  revealCredential,
  type Credential,
  type CredentialInput,
  type CredentialQuery,
  type CredentialRow,
  type CredentialSecretName,
  type CredentialType,
  type RevealedCredential,
} from '@jadegate/contract/access/credential';
import type { Reauthentication } from '@jadegate/contract/identity/account';
import type { Language } from '@jadegate/contract/language';
import type { Page } from '@jadegate/contract/paging';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { ReauthenticationService } from '../../identity/auth/reauthentication.service.ts';
import type { ReachService } from '../../identity/reach/reach.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { fieldError } from '../../kernel/field-error.ts';
import { compileHostSet } from '../../kernel/host-set.ts';
import { newId } from '../../kernel/id.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { isWidened } from './credential.policy.ts';
import { CredentialRepository, type CredentialRecord } from './credential.repository.ts';
import { planSecrets, type InspectPrivateKey, type SecretPlan } from './credential.secrets.ts';

export { planSecrets, type InspectPrivateKey, type SecretPlan };

export interface StoredAccount {
  username: string;
  type: CredentialType;
  secrets: Partial<Record<CredentialSecretName, Secret>>;
}

interface Dependencies {
  database: Database;
  vault: VaultService;
  users: UserService;
  reauthentication: ReauthenticationService;
  audit: AuditService;
  clock: Clock;
  inspectPrivateKey: InspectPrivateKey;
  reach: ReachService;
}

/** How many assets a refusal names before it only counts. */
const NAMED_ASSETS = 3;

export class CredentialService {
  readonly #credentials: CredentialRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#credentials = new CredentialRepository(dependencies.database);
  }

  async list(query: CredentialQuery): Promise<Page<CredentialRow>> {
    const { total, items } = await this.#credentials.page(query);
    return { total, items: items.map(presentRow) };
  }

  async get(id: string): Promise<Credential> {
    return this.#present(await this.#find(id));
  }

  async create(actor: Actor, input: CredentialInput): Promise<Credential> {
    const { database, audit, clock, inspectPrivateKey } = this.#deps;
    refuseMisordered(input.addresses, actor.language);
    const plan = await planSecrets(input, async () => undefined, inspectPrivateKey);
    const now = clock.now();
    const id = newId(now);
    await this.#refusingTakenName(input.name, () =>
      database.transact(async (tx) => {
        const { name, type, username, addresses = '' } = input;
        const times = { created_at: now, updated_at: now };
        await this.#credentials.insert(
          { id, name, type, username, addresses, owner_id: actor.userId, ...plan.key, ...times },
          tx,
        );
        await this.#storeSecrets(id, plan, tx);
        await audit.write(
          actor,
          {
            action: 'credential.created',
            object: about({ id, name }),
            detail: { type, username, addresses },
          },
          tx,
        );
      }),
    );
    return this.get(id);
  }

  /** An empty secret is left as it is; secrets of a type that no longer applies are removed. */
  async update(actor: Actor, id: string, input: CredentialInput): Promise<void> {
    const { database, audit, clock, vault, inspectPrivateKey } = this.#deps;
    const before = await this.#find(id);
    refuseMisordered(input.addresses, actor.language);
    // Opening a key may take a second of a thread's time, so it is done before the transaction.
    const plan = await planSecrets(input, (name) => vault.get(owner(id), name), inspectPrivateKey);
    const { addresses = before.addresses } = input;
    await this.#refuseWidening(before, addresses, plan);
    await this.#refusingTakenName(input.name, () =>
      database.transact(async (tx) => {
        const { name, type, username } = input;
        await this.#credentials.update(
          id,
          { name, type, username, addresses, updated_at: clock.now(), ...plan.key },
          tx,
        );
        await this.#storeSecrets(id, plan, tx);
        const detail = {
          ...differences(before, { name, type, username, addresses }),
          replaced: Object.keys(plan.put),
        };
        await audit.write(actor, { action: 'credential.updated', object: about({ id, name }), detail }, tx);
      }),
    );
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, audit, vault } = this.#deps;
    await database.transact(async (tx) => {
      const found = await this.#credentials.listByIds(ids, tx);
      for (const credential of found) {
        await this.#refuseInUse(credential, tx);
        await audit.write(actor, { action: 'credential.deleted', object: about(credential) }, tx);
      }
      await vault.removeOwners(ids.map(owner), tx);
      await this.#credentials.remove(ids, tx);
    });
  }

  async changeOwner(actor: Actor, id: string, ownerId: string): Promise<void> {
    const { reach, audit, users } = this.#deps;
    const person = await users.get(ownerId);
    const act = { action: 'credential.owner-changed', object: about(await this.#find(id)) } as const;
    await reach.transact(actor, act, async (tx) => {
      const before = await this.#find(id, tx);
      await this.#credentials.update(id, { owner_id: person.id }, tx);
      const detail = differences({ owner: before.owner_id }, { owner: person.id });
      await audit.write(actor, { action: 'credential.owner-changed', object: about(before), detail }, tx);
    });
  }

  /** The one way a stored secret leaves. Written down before it is handed out, and also when it is refused. */
  async reveal(actor: Actor, id: string, proof: Reauthentication): Promise<RevealedCredential> {
    const { audit, reauthentication } = this.#deps;
    const record = await this.#find(id);
    try {
      await reauthentication.confirm(actor, revealCredential, proof);
    } catch (error) {
      await audit.writeAlone(actor, {
        action: 'credential.reveal-refused',
        object: about(record),
        result: 'failure',
      });
      throw error;
    }
    await audit.writeAlone(actor, { action: 'credential.revealed', object: about(record) });
    const { password, privateKey, passphrase } = await this.#secrets(id);
    return {
      password: password?.expose() ?? '',
      privateKey: privateKey?.expose() ?? '',
      passphrase: passphrase?.expose() ?? '',
    };
  }

  /**
   * For the server's own log-in at a target; never for an answer. Undefined when it is gone. Whatever named it and
   * when, it goes only to hosts it may go to now.
   */
  async account(id: string, host: string): Promise<StoredAccount | undefined> {
    const record = await this.#credentials.find(id);
    if (!record) {
      return undefined;
    }
    if (!compileHostSet(record.addresses)(host)) {
      throw new AppError('credential.address_refused', { params: { name: record.name, host } });
    }
    return { username: record.username, type: record.type, secrets: await this.#secrets(id) };
  }

  async publicKey(id: string): Promise<{ filename: string; line: string }> {
    const record = await this.#find(id);
    if (record.public_key === '') {
      throw new AppError('credential.no_public_key');
    }
    return {
      filename: `${record.name}.pub`,
      line: `${record.public_key} ${record.name.replace(/\s+/g, '-')}\n`,
    };
  }

  async #find(id: string, tx?: Tx): Promise<CredentialRecord> {
    const record = await this.#credentials.find(id, tx);
    if (!record) {
      throw new AppError('credential.not_found');
    }
    return record;
  }

  async #secrets(id: string): Promise<StoredAccount['secrets']> {
    const secrets: StoredAccount['secrets'] = {};
    for (const name of CREDENTIAL_SECRETS) {
      const secret = await this.#deps.vault.get(owner(id), name);
      if (secret) {
        secrets[name] = secret;
      }
    }
    return secrets;
  }

  async #storeSecrets(id: string, plan: SecretPlan, tx: Tx): Promise<void> {
    const { vault } = this.#deps;
    for (const [name, secret] of Object.entries(plan.put)) {
      await vault.put(owner(id), name, secret, tx);
    }
    await vault.remove(owner(id), plan.remove, tx);
  }

  /** A secret goes only where it was meant for: for more hosts it must be given again. */
  async #refuseWidening(
    before: CredentialRecord,
    addresses: string,
    { put, remove }: SecretPlan,
  ): Promise<void> {
    const stored = await this.#deps.vault.listNames(owner(before.id));
    const kept = CREDENTIAL_SECRETS.filter(
      (name) => stored.includes(name) && !Object.hasOwn(put, name) && !remove.includes(name),
    );
    const [field] = isWidened(before.addresses, addresses) ? kept : [];
    if (field !== undefined) {
      throw new AppError('credential.secret_needed', { fields: [field] });
    }
  }

  async #refuseInUse(credential: { id: string; name: string }, tx: Tx): Promise<void> {
    const { count, names } = await this.#credentials.assetsUsing(credential.id, NAMED_ASSETS, tx);
    if (count > 0) {
      throw new AppError('credential.in_use', {
        params: { name: credential.name, count, assets: names.join(', ') },
      });
    }
  }

  #refusingTakenName(name: string, work: () => Promise<void>): Promise<void> {
    const refusal = (cause: unknown) =>
      new AppError('credential.name_taken', { params: { name }, fields: ['name'], cause });
    return refusingTaken(this.#deps.database, refusal, work);
  }

  async #present(record: CredentialRecord): Promise<Credential> {
    const names = await this.#deps.vault.listNames(owner(record.id));
    const stored = CREDENTIAL_SECRETS.filter((name) => names.includes(name));
    return {
      ...presentRow(record),
      password: '',
      privateKey: '',
      passphrase: '',
      publicKey: record.public_key,
      stored,
      encrypted: true,
    };
  }
}

/** The contract checks the form of a range; that it begins before it ends shows only here. */
function refuseMisordered(addresses: string | undefined, language: Language): void {
  try {
    compileHostSet(addresses ?? '');
  } catch {
    throw fieldError(language, ['addresses'], 'hostSet');
  }
}

function owner(id: string): string {
  return `credential:${id}`;
}

function about({ id, name }: { id: string; name: string }) {
  return { type: 'credential', id, name };
}

function presentRow(record: CredentialRecord): CredentialRow {
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    username: record.username,
    created: familyTime(record.created_at),
    owner: record.owner_id,
    ownerName: record.owner_name ?? '',
    ownerAccount: record.owner_account ?? '',
    keyType: record.key_type,
    fingerprint: record.fingerprint,
    assetCount: record.asset_count,
    addresses: record.addresses,
  };
}
