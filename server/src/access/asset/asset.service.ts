import type { Asset, AssetInput, AssetOption, AssetQuery, AssetRow } from '@jadegate/contract/access/asset';
import { PROTOCOL_ATTRIBUTES, type Protocol } from '@jadegate/contract/access/asset-attributes';
import type { Language } from '@jadegate/contract/language';
import type { Page } from '@jadegate/contract/paging';
import { PLAIN_SETTING_KEYS, settingText, type PlainSettingKey } from '@jadegate/contract/platform/setting';

import type { Database, Tx } from '../../db/database.ts';
import type { ReachService } from '../../identity/reach/reach.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { fieldError } from '../../kernel/field-error.ts';
import { newId } from '../../kernel/id.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { LegalHoldService } from '../../platform/legal-hold/legal-hold.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { refuseMisuse, type CredentialUseService } from '../credential/credential-use.service.ts';
import type { InspectPrivateKey } from '../credential/credential.service.ts';
import type { HostKeyService } from '../host-key/host-key.service.ts';
import { planAccount, refuseUnfit, takesCredential, type AccountPlan } from './asset.account.ts';
import { planAttributes, type AttributePlan } from './asset.attributes.ts';
import { presentAsset, presentRow } from './asset.present.ts';
import { about, blanked, columnsOf, facts, hostKeyOwner, UNCHECKED, vaultOwner } from './asset.record.ts';
import {
  AssetRepository,
  type AssetFilters,
  type AssetRecord,
  type Attributes,
  type ListedAsset,
} from './asset.repository.ts';
import { isMoved, secretsNeededAgain } from './asset.secrets.ts';

export { planAccount, planAttributes, takesCredential, type AccountPlan };

interface Dependencies {
  database: Database;
  vault: VaultService;
  users: UserService;
  settings: SettingService;
  hostKeys: HostKeyService;
  credentialUse: CredentialUseService;
  reach: ReachService;
  audit: AuditService;
  legalHolds: Pick<LegalHoldService, 'refuse'>;
  clock: Clock;
  inspectPrivateKey: InspectPrivateKey;
}

/** A checked write that only waits for its transaction: opening a key may take a second of a thread's time. */
export interface PreparedAsset {
  input: AssetInput;
  account: AccountPlan;
}

/** As it is stored, without its secrets. */
export interface WholeAsset {
  record: AssetRecord;
  tags: readonly string[];
  attributes: Attributes;
}

const CREATE_BATCH = 200;

export class AssetService {
  readonly #assets: AssetRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#assets = new AssetRepository(dependencies.database);
  }

  listOptions(protocol?: Protocol): Promise<AssetOption[]> {
    return this.#assets.listOptions(protocol);
  }

  async listTags(): Promise<string[]> {
    const tags = await this.#assets.listAllTags();
    return tags.toSorted((one, other) => one.localeCompare(other, 'zh-TW'));
  }

  async list(query: AssetQuery, language: Language): Promise<Page<AssetRow>> {
    const { total, items } = await this.#assets.page(query);
    const tagsOf = ({ tags }: ListedAsset) => (tags === null ? [] : tags.split(','));
    return { total, items: items.map((record) => presentRow(record, tagsOf(record), language)) };
  }

  async get(id: string, language: Language): Promise<Asset> {
    const record = await this.#find(id);
    const tags = await this.#assets.listTags([id]);
    return presentAsset(record, {
      row: presentRow(record, tags.get(id) ?? [], language),
      attributes: await this.#assets.listAttributes(id),
      stored: await this.#deps.vault.listNames(vaultOwner(id)),
      inherited: await this.#inherited(record.protocol),
      grants: await this.#assets.countGrants(id),
    });
  }

  async create(actor: Actor, input: AssetInput): Promise<Asset> {
    const prepared = await this.prepare(actor, input);
    const [id = ''] = await this.#deps.database.transact((tx) => this.createMany(actor, [prepared], tx));
    return this.get(id, actor.language);
  }

  /** Everything about a new asset that can be refused before anything is written, but for what it refers to. */
  async prepare(
    actor: Actor,
    input: AssetInput,
    inspect: InspectPrivateKey = this.#deps.inspectPrivateKey,
  ): Promise<PreparedAsset> {
    const account = await planAccount(input, actor.language, async () => undefined, inspect);
    refuseMissing(planAttributes(input), actor.language);
    return { input, account };
  }

  /** Refuses what a prepared asset refers to and may not, as storing it would. */
  async refuseReferences(actor: Actor, prepared: PreparedAsset): Promise<void> {
    await this.#deps.database.transact((tx) => this.#refuseUnknownReferences(actor, [prepared], tx));
  }

  /** Stores prepared assets, owned by the actor or who is named, each with its audit entry. Answers their ids in order. */
  async createMany(
    actor: Actor,
    prepared: readonly PreparedAsset[],
    tx: Tx,
    ownerId = actor.userId,
  ): Promise<string[]> {
    const { audit, vault } = this.#deps;
    await this.#refuseUnknownReferences(actor, prepared, tx);
    const ids: string[] = [];
    // In pieces, so that the computing of thousands never holds up the event loop for long.
    for (const some of inChunks(prepared, CREATE_BATCH)) {
      const made = some.map((one) => newAsset(one, ownerId, this.#deps.clock.now()));
      await this.#assets.insertMany(made, tx);
      await vault.addMany(
        made.flatMap(({ secrets }) => secrets),
        tx,
      );
      await audit.writeMany(
        actor,
        made.map(({ entry }) => entry),
        tx,
      );
      ids.push(...made.map(({ row }) => row.id));
    }
    return ids;
  }

  /** How many the filters match. */
  count(filters: AssetFilters): Promise<number> {
    return this.#assets.count(filters);
  }

  /** What the filters match, from after `id` on, with tags and attributes: for reading all of it in pieces. */
  async listAfter(filters: AssetFilters, id: string, limit: number): Promise<WholeAsset[]> {
    const records = await this.#assets.listAfter(filters, id, limit);
    const ids = records.map((record) => record.id);
    const tags = await this.#assets.listTags(ids);
    const attributes = await this.#assets.listAttributesOf(ids);
    return records.map((record) => ({
      record,
      tags: tags.get(record.id) ?? [],
      attributes: attributes.get(record.id) ?? {},
    }));
  }

  listAttributeNames(): Promise<string[]> {
    return this.#assets.listAttributeNames();
  }

  /**
   * Empty secrets and absent attributes stay. A new address or another way to it forgets the host's key and state, and
   * asks for the secrets again.
   */
  async update(actor: Actor, id: string, input: AssetInput): Promise<void> {
    const { database, audit, vault, hostKeys, inspectPrivateKey } = this.#deps;
    await this.#find(id);
    const account = await planAccount(
      input,
      actor.language,
      (name) => vault.get(vaultOwner(id), name),
      inspectPrivateKey,
    );
    await database.transact(async (tx) => {
      const before = await this.#find(id, tx);
      const oldTags = (await this.#assets.listTags([id], tx)).get(id) ?? [];
      const oldAttributes = await this.#assets.listAttributes(id, tx);
      const attributes = planAttributes(input, { protocol: before.protocol, attributes: oldAttributes });
      refuseMissing(attributes, actor.language);
      const columns = columnsOf(input, account);
      const from = { columns: before, attributes: oldAttributes };
      const to = { columns, attributes: attributes.attributes };
      const isElsewhere = isMoved(from, to);
      // What is not changed was allowed to whoever set it: others may still edit the rest.
      const isSameUse = !isElsewhere && account.credentialId === before.credential_id;
      await this.#refuseUnknownReferences(actor, [{ input, account, isSameUse }], tx);
      const stored = await vault.listNames(vaultOwner(id), tx);
      const needed = secretsNeededAgain(stored, [account, attributes], from, to);
      if (needed.length > 0) {
        throw new AppError('asset.secret_needed', { params: { name: input.name }, fields: needed });
      }
      await this.#assets.update([id], { ...columns, ...(isElsewhere && UNCHECKED) }, tx);
      await this.#assets.replaceTags(id, input.tags, tx);
      await this.#assets.replaceAttributes(id, attributes.attributes, tx);
      const secrets = await this.#storeSecrets(id, [account, attributes], tx);
      const object = about({ id, name: input.name });
      const detail = {
        ...differences(
          facts(before, oldTags.toSorted(), oldAttributes),
          blanked(oldAttributes, facts(columns, input.tags.toSorted(), attributes.attributes)),
        ),
        ...secrets,
      };
      await audit.write(actor, { action: 'asset.updated', object, detail }, tx);
      if (isElsewhere) {
        await hostKeys.forget(actor, hostKeyOwner(id), tx);
      }
    });
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, audit, vault, hostKeys } = this.#deps;
    await database.transact(async (tx) => {
      await this.#deps.legalHolds.refuse('asset', ids, tx);
      for (const record of await this.#assets.listByIds(ids, tx)) {
        const { protocol, ip, port } = record;
        await audit.write(
          actor,
          { action: 'asset.deleted', object: about(record), detail: { protocol, ip, port } },
          tx,
        );
      }
      await vault.removeOwners(ids.map(vaultOwner), tx);
      await hostKeys.removeOwners(ids.map(hostKeyOwner), tx);
      await this.#assets.remove(ids, tx);
    });
  }

  /** Undefined where there is none. */
  async nameOf(id: string, tx: Tx): Promise<string | undefined> {
    return (await this.#assets.find(id, tx))?.name;
  }

  async changeOwner(actor: Actor, id: string, ownerId: string): Promise<void> {
    const { reach, audit, users } = this.#deps;
    const person = await users.get(ownerId);
    const act = { action: 'asset.owner-changed', object: about(await this.#find(id)) } as const;
    await reach.transact(actor, act, async (tx) => {
      const before = await this.#find(id, tx);
      await this.#assets.update([id], { owner_id: person.id }, tx);
      const detail = differences({ owner: before.owner_id }, { owner: person.id });
      await audit.write(actor, { action: 'asset.owner-changed', object: about(before), detail }, tx);
    });
  }

  async #find(id: string, tx?: Tx): Promise<AssetRecord> {
    const record = await this.#assets.find(id, tx);
    if (!record) {
      throw new AppError('asset.not_found');
    }
    return record;
  }

  /** The settings that fill in where the asset says nothing. */
  async #inherited(protocol: Protocol): Promise<Record<string, string>> {
    const isSetting = (name: string): name is PlainSettingKey =>
      PLAIN_SETTING_KEYS.some((key) => key === name);
    const inherited: Record<string, string> = {};
    for (const name of (PROTOCOL_ATTRIBUTES[protocol] as readonly string[]).filter(isSetting)) {
      const text = settingText(await this.#deps.settings.get(name));
      if (text !== '') {
        inherited[name] = text;
      }
    }
    return inherited;
  }

  /** Assets made together mostly share their credential and gateway. */
  async #refuseUnknownReferences(
    actor: Actor,
    assets: readonly (PreparedAsset & { isSameUse?: boolean })[],
    tx: Tx,
  ): Promise<void> {
    const gatewayIds = new Set(assets.flatMap(({ input }) => input.accessGatewayId ?? []));
    for (const id of gatewayIds) {
      if (!(await this.#assets.hasGateway(id, tx))) {
        throw new AppError('access_gateway.not_found', { fields: ['accessGatewayId'] });
      }
    }
    const credentialIds = new Set(assets.flatMap(({ account }) => account.credentialId ?? []));
    const offered = await this.#deps.credentialUse.offered(actor, [...credentialIds], tx);
    for (const { input, account, isSameUse } of assets) {
      if (account.credentialId !== null) {
        refuseUnfit(input, offered.get(account.credentialId));
        const credential = isSameUse ? undefined : offered.get(account.credentialId);
        if (credential) {
          refuseMisuse(credential, input.ip);
        }
      }
    }
  }

  /** Answers which were replaced and which removed, for the audit entry. */
  async #storeSecrets(id: string, plans: readonly Pick<AccountPlan, 'put' | 'remove'>[], tx: Tx) {
    const { vault } = this.#deps;
    const owner = vaultOwner(id);
    const stored = await vault.listNames(owner, tx);
    for (const [name, secret] of plans.flatMap(({ put }) => Object.entries(put))) {
      await vault.put(owner, name, secret, tx);
    }
    const removed = plans.flatMap(({ remove }) => remove).filter((name) => stored.includes(name));
    await vault.remove(owner, removed, tx);
    return { replaced: plans.flatMap(({ put }) => Object.keys(put)), removed };
  }
}

function newAsset({ input, account }: PreparedAsset, ownerId: string, now: number) {
  const id = newId(now);
  const plan = planAttributes(input);
  const columns = columnsOf(input, account);
  const detail = facts(columns, input.tags, plan.attributes);
  const secrets = Object.entries({ ...account.put, ...plan.put });
  return {
    row: { id, ...columns, owner_id: ownerId, created_at: now },
    tags: input.tags,
    attributes: plan.attributes,
    secrets: secrets.map(([name, secret]) => ({ owner: vaultOwner(id), name, secret })),
    entry: { action: 'asset.created' as const, object: about({ id, name: input.name }), detail },
  };
}

function refuseMissing({ missing }: AttributePlan, language: Language): void {
  if (missing.length > 0) {
    throw fieldError(language, missing, 'required');
  }
}
