import type { AssetBulkChange } from '@jadegate/contract/access/asset';
import { translate } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import type { MenuId } from '@jadegate/contract/menu';
import { ASSET_WORDS } from '@jadegate/contract/words/assets';

import type { Database, Tx } from '../../db/database.ts';
import { aboutMany, type ReachService } from '../../identity/reach/reach.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { refuseMisuse, type CredentialUseService } from '../credential/credential-use.service.ts';
import type { HostKeyService } from '../host-key/host-key.service.ts';
import { ACCOUNT_SECRETS, refuseUnfit } from './asset.account.ts';
import { about, hostKeyOwner, UNCHECKED, vaultOwner } from './asset.record.ts';
import { AssetRepository, type AssetRecord } from './asset.repository.ts';
import { secretsNeededAgain } from './asset.secrets.ts';

interface Dependencies {
  database: Database;
  vault: VaultService;
  users: UserService;
  roles: RoleService;
  hostKeys: HostKeyService;
  credentialUse: CredentialUseService;
  reach: ReachService;
  audit: AuditService;
  clock: Clock;
}

type Columns = Partial<
  Pick<AssetRecord, 'owner_id' | 'access_gateway_id' | 'credential_id' | 'account_type' | 'username'>
>;

/** Changes of many assets at once, and copies: what never passes through the form of a single one. */
export class AssetChangeService {
  readonly #assets: AssetRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#assets = new AssetRepository(dependencies.database);
  }

  /** All of them or none: one that is gone, or that does not fit, refuses the whole change. */
  async changeMany(actor: Actor, ids: readonly string[], change: AssetBulkChange): Promise<void> {
    await this.#refuseWithoutRight(actor, change);
    const wanted = [...new Set(ids)];
    const object = aboutMany('asset', wanted);
    const changing = (work: (tx: Tx) => Promise<void>) =>
      change.owner === undefined
        ? this.#deps.database.transact(work)
        : this.#deps.reach.transact(actor, { action: 'asset.owner-changed', object }, work);
    await changing(async (tx) => {
      const columns = await this.#columns(change, tx);
      const records = await this.#assets.listByIds(wanted, tx);
      if (records.length < wanted.length) {
        throw new AppError('asset.not_found');
      }
      await this.#refuseMisuse(actor, records, columns, tx);
      const tags = await this.#assets.listTags(wanted, tx);
      for (const record of records) {
        await this.#changeOne(actor, { record, tags: tags.get(record.id) ?? [] }, { change, columns }, tx);
      }
    });
  }

  /**
   * The same host with the same secrets and trusted key, and for the same people: it keeps the owner and the grants of
   * its source, so that nobody gains access by copying.
   */
  async copy(actor: Actor, id: string, name?: string): Promise<string> {
    const { database, vault, hostKeys, audit, clock } = this.#deps;
    return database.transact(async (tx) => {
      const source = await this.#assets.find(id, tx);
      if (!source) {
        throw new AppError('asset.not_found');
      }
      const {
        owner_name: _owner,
        owner_account: _ownerAccount,
        gateway_name: _gateway,
        credential_name: _credential,
        credential_username: _account,
        ...row
      } = source;
      const now = clock.now();
      const copy = {
        ...row,
        ...UNCHECKED,
        id: newId(now),
        name: name ?? copyName(source.name, actor),
        created_at: now,
        last_access_at: null,
      };
      await this.#assets.insert(copy, tx);
      await this.#assets.replaceTags(copy.id, (await this.#assets.listTags([id], tx)).get(id) ?? [], tx);
      await this.#assets.replaceAttributes(copy.id, await this.#assets.listAttributes(id, tx), tx);
      for (const secretName of await vault.listNames(vaultOwner(id), tx)) {
        const secret = await vault.get(vaultOwner(id), secretName, tx);
        if (secret) {
          await vault.put(vaultOwner(copy.id), secretName, secret, tx);
        }
      }
      await this.#assets.copyGrants(id, copy.id, tx);
      await hostKeys.copyPinned(hostKeyOwner(id), hostKeyOwner(copy.id), tx);
      const detail = { from: id, fromName: source.name };
      await audit.write(actor, { action: 'asset.copied', object: about(copy), detail }, tx);
      return copy.id;
    });
  }

  async #refuseWithoutRight(actor: Actor, { owner, ...rest }: AssetBulkChange): Promise<void> {
    const isEdit =
      rest.addTags.length > 0 ||
      rest.removeTags.length > 0 ||
      rest.accessGatewayId !== undefined ||
      rest.credentialId !== undefined;
    const needed: MenuId[] = [
      ...(isEdit ? (['asset-edit'] as const) : []),
      ...(owner === undefined ? [] : (['asset-change-owner'] as const)),
    ];
    for (const menu of needed) {
      // The endpoint lets administrators in and nobody else.
      if (!(await this.#deps.roles.mayUseAny({ id: actor.userId, type: 'admin' }, [menu]))) {
        throw new AppError('auth.forbidden');
      }
    }
  }

  async #columns(change: AssetBulkChange, tx: Tx): Promise<Columns> {
    const { owner, accessGatewayId, credentialId } = change;
    if (owner !== undefined) {
      await this.#deps.users.get(owner);
    }
    if (typeof accessGatewayId === 'string' && !(await this.#assets.hasGateway(accessGatewayId, tx))) {
      throw new AppError('access_gateway.not_found');
    }
    return {
      ...(owner !== undefined && { owner_id: owner }),
      ...(accessGatewayId !== undefined && { access_gateway_id: accessGatewayId }),
      ...(credentialId !== undefined && {
        credential_id: credentialId,
        account_type: 'credential' as const,
        username: '',
      }),
    };
  }

  async #changeOne(
    actor: Actor,
    { record, tags }: { record: AssetRecord; tags: readonly string[] },
    { change, columns }: { change: AssetBulkChange; columns: Columns },
    tx: Tx,
  ): Promise<void> {
    const { audit, vault, hostKeys } = this.#deps;
    const { id, name } = record;
    const newTags = changedTags(tags, change);
    if (newTags.length > LIMITS.tagsPerAsset.max) {
      throw new AppError('asset.too_many_tags', { params: { name, limit: LIMITS.tagsPerAsset.max } });
    }
    const detail = {
      ...differences(record, columns),
      ...differences({ tags: tags.toSorted() }, { tags: newTags }),
    };
    if (Object.keys(detail).length === 0) {
      return;
    }
    const isElsewhere = isRerouted(record, columns);
    if (isElsewhere) {
      await this.#refuseSendingElsewhere(record, columns, tx);
    }
    if (Object.keys(columns).length > 0) {
      await this.#assets.update([id], { ...columns, ...(isElsewhere && UNCHECKED) }, tx);
    }
    await this.#assets.replaceTags(id, newTags, tx);
    if (columns.credential_id !== undefined) {
      await vault.remove(vaultOwner(id), ACCOUNT_SECRETS, tx);
    }
    const isOwnerOnly = Object.keys(detail).every((column) => column === 'owner_id');
    const action = isOwnerOnly ? 'asset.owner-changed' : 'asset.updated';
    await audit.write(actor, { action, object: about(record), detail }, tx);
    if (isElsewhere) {
      await hostKeys.forget(actor, hostKeyOwner(id), tx);
    }
  }

  /** A credential that is new to an asset, or that would go another way, must be one that the person may use there. */
  async #refuseMisuse(
    actor: Actor,
    records: readonly AssetRecord[],
    { credential_id: wanted, access_gateway_id }: Columns,
    tx: Tx,
  ): Promise<void> {
    const ids = records.flatMap(({ credential_id }) => wanted ?? credential_id ?? []);
    const offered = await this.#deps.credentialUse.offered(actor, [...new Set(ids)], tx);
    for (const record of records) {
      const isSameUse =
        !isRerouted(record, { access_gateway_id }) &&
        (wanted ?? record.credential_id) === record.credential_id;
      const credential = offered.get(wanted ?? record.credential_id ?? '');
      if (wanted !== undefined) {
        refuseUnfit(record, credential);
      }
      if (credential && !isSameUse) {
        refuseMisuse(credential, record.ip);
      }
    }
  }

  /** Here nobody can give a secret again, so an asset with one of its own goes another way only in its own form. */
  async #refuseSendingElsewhere(record: AssetRecord, columns: Columns, tx: Tx): Promise<void> {
    const { id, name } = record;
    const stored = await this.#deps.vault.listNames(vaultOwner(id), tx);
    const attributes = await this.#assets.listAttributes(id, tx);
    const plan = { put: {}, remove: columns.credential_id === undefined ? [] : ACCOUNT_SECRETS };
    const before = { columns: record, attributes };
    const after = { columns: { ...record, ...columns }, attributes };
    if (secretsNeededAgain(stored, [plan], before, after).length > 0) {
      throw new AppError('asset.secret_needed', { params: { name } });
    }
  }
}

function isRerouted(record: AssetRecord, { access_gateway_id: gateway }: Columns): boolean {
  return gateway !== undefined && gateway !== record.access_gateway_id;
}

function changedTags(tags: readonly string[], { addTags, removeTags }: AssetBulkChange): string[] {
  const left = tags.filter((tag) => !removeTags.includes(tag));
  return [...new Set([...left, ...addTags])].toSorted();
}

/** Cut so that the mark of a copy always fits. */
function copyName(name: string, { language }: Actor): string {
  const mark = translate(ASSET_WORDS.copyOf, language, { name: '' });
  return translate(ASSET_WORDS.copyOf, language, { name: name.slice(0, LIMITS.name.max - mark.length) });
}
