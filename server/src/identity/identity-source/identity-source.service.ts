import {
  EVERYBODY,
  SOURCE_SECRET,
  type IdentitySource,
  type IdentitySourceInput,
  type IdentitySourceQuery,
  type IdentitySourceRow,
  type SourceAddresses,
  type SourceConfigs,
  type SourceKind,
} from '@jadegate/contract/identity/identity-source';
import { MENU_IDS } from '@jadegate/contract/menu';
import type { Page } from '@jadegate/contract/paging';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserService } from '../user/user.service.ts';
import { IdentitySourceRepository, type SourceRecord } from './identity-source.repository.ts';
import { SourceIdentityRepository } from './source-identity.repository.ts';
import { presentButton, readConfig } from './source-lookup.service.ts';
import { presentState } from './source-state.present.ts';
import { SourceStateRepository } from './source-state.repository.ts';
import { secretOwner, type SourceKinds, type SourceKindSpec } from './source.interface.ts';

interface Dependencies {
  database: Database;
  kinds: SourceKinds;
  vault: VaultService;
  roles: RoleService;
  users: UserService;
  logins: LoginService;
  audit: AuditService;
  clock: Clock;
  /** Throws where people, or whoever asks, could not come in any more without these. */
  refuseLosing: (actor: Actor, ids: readonly string[]) => Promise<void>;
}

/** Where people are known beside this product. Who may change that may become anybody: only holders of every right do. */
export class IdentitySourceService {
  readonly #sources: IdentitySourceRepository;
  readonly #states: SourceStateRepository;
  readonly #identities: SourceIdentityRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sources = new IdentitySourceRepository(dependencies.database);
    this.#states = new SourceStateRepository(dependencies.database.db);
    this.#identities = new SourceIdentityRepository(dependencies.database.db);
  }

  async list({ language }: Caller, query: IdentitySourceQuery): Promise<Page<IdentitySourceRow>> {
    const { total, items } = await this.#sources.page(query);
    const states = await this.#states.list(items.map(({ id }) => id));
    return {
      total,
      items: items.map((record) => ({
        ...this.#presentRow(record),
        state: presentState(states.get(record.id), language),
      })),
    };
  }

  async get(id: string): Promise<IdentitySource> {
    const record = await this.#find(id);
    return {
      ...presentCommon(record),
      ...readConfig(record),
      rules: await this.#sources.listRules(id),
      secret: '',
      isSecretStored: (await this.#deps.vault.listNames(secretOwner(id))).includes(SOURCE_SECRET),
      // Kind and configuration belong together; a spread forgets that.
    } as IdentitySource;
  }

  addresses(publicUrls: readonly string[]): SourceAddresses {
    const [publicUrl = ''] = publicUrls;
    const at = (path: string) => (publicUrl === '' ? '' : publicUrl + path);
    return {
      publicUrl,
      callbacks: publicUrls.map((url) => `${url}${CALLBACK_PATH}{key}`),
      backChannelLogout: at('/login/sources/{key}/back-channel-logout'),
      frontChannelLogout: at('/login/sources/{key}/front-channel-logout'),
    };
  }

  async create(actor: Actor, input: IdentitySourceInput): Promise<IdentitySource> {
    const { audit, clock } = this.#deps;
    await this.refuseUnusable(actor, input);
    const now = clock.now();
    const id = newId(now);
    await this.#writing(input, async (tx) => {
      await this.#sources.insert(
        { ...columnsOf(input), id, kind: input.kind, created_at: now, updated_at: now },
        tx,
      );
      await this.#sources.replaceRules(id, input.rules, tx);
      await this.#storeSecret(id, input, tx);
      const detail = { key: input.key, config: input.config, rules: input.rules };
      await audit.write(
        actor,
        { action: 'identity-source.created', object: about(id, input.name), detail },
        tx,
      );
    });
    return this.get(id);
  }

  async update(actor: Actor, id: string, input: IdentitySourceInput): Promise<void> {
    const { audit, clock } = this.#deps;
    await this.refuseUnusable(actor, input);
    const before = await this.get(id);
    this.refuseSecretElsewhere(before, input);
    const spec = this.#specOf(input);
    const isLost = !input.enabled || spec.identifiesBy(before.config) !== spec.identifiesBy(input.config);
    if (before.enabled && isLost) {
      await this.#deps.refuseLosing(actor, [id]);
    }
    if (before.enabled && input.enabled) {
      await this.#refuseOwnLoss(actor, before, input);
    }
    await this.#writing(input, async (tx) => {
      // Never the same moment twice: what is remembered of the provider is told apart by it.
      const updated_at = Math.max(clock.now(), (await this.#find(id, tx)).updated_at + 1);
      await this.#sources.update(id, { ...columnsOf(input), updated_at }, tx);
      await this.#sources.replaceRules(id, input.rules, tx);
      await this.#storeSecret(id, input, tx);
      if (before.name !== input.name) {
        await this.#deps.users.setSource(await this.#identities.listMade(id, tx), input.name, tx);
      }
      // As it is now nobody has looked at it.
      await this.#states.setDue(id, clock.now(), tx);
      if (!input.enabled) {
        await this.#endLogins([id], tx);
      }
      const { key, name, icon, position, enabled, config, rules } = input;
      const detail = {
        ...differences(
          { ...before, config: JSON.stringify(before.config), rules: JSON.stringify(before.rules) },
          {
            key,
            name,
            icon,
            position,
            enabled,
            config: JSON.stringify(config),
            rules: JSON.stringify(rules),
          },
        ),
        ...(input.secret !== '' && { replaced: ['secret'] }),
      };
      await audit.write(actor, { action: 'identity-source.updated', object: about(id, name), detail }, tx);
    });
  }

  /** The way out of a source that has disabled administrators: it is off, and they may come in again. */
  async switchOffForOperator(operator: Caller, key: string, userIds: readonly string[]): Promise<void> {
    const { database, users, audit, clock } = this.#deps;
    const record = await this.#sources.findByKey(key);
    await database.transact(async (tx) => {
      for (const id of userIds) {
        await users.setStatus(id, 'enabled', tx);
        const { username } = await users.get(id, tx);
        const object = { type: 'user', id, name: username };
        await audit.write(operator, { action: 'user.enabled', object }, tx);
      }
      if (record) {
        await this.#sources.update(record.id, { enabled: 0, updated_at: clock.now() }, tx);
        await this.#endLogins([record.id], tx);
        const object = about(record.id, record.name);
        const detail = { enabled: { from: true, to: false } };
        await audit.write(operator, { action: 'identity-source.updated', object, detail }, tx);
      }
    });
  }

  /** People stay, with what they were given; what they signed in with does not. */
  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, vault, audit } = this.#deps;
    await this.refuseOthers(actor);
    await this.#deps.refuseLosing(actor, ids);
    await database.transact(async (tx) => {
      for (const { id, name } of await this.#sources.listByIds(ids, tx)) {
        await audit.write(actor, { action: 'identity-source.deleted', object: about(id, name) }, tx);
      }
      await this.#endLogins(ids, tx);
      await vault.removeOwners(ids.map(secretOwner), tx);
      await this.#sources.remove(ids, tx);
    });
  }

  /** For whoever may not change sources, and for what could not be saved. */
  async refuseUnusable(actor: Actor, input: IdentitySourceInput): Promise<void> {
    await this.refuseOthers(actor);
    const { roles } = this.#deps;
    await roles.refuseUnknown(input.rules.flatMap((rule) => rule.roles));
    await this.#specOf(input).refuseUnusable(input.config, input.secret);
  }

  /** Whoever does not hold every right. */
  async refuseOthers(actor: Actor): Promise<void> {
    const own = await this.#deps.roles.menusOf({ id: actor.userId });
    if (!holdsEverything(own)) {
      throw new AppError('identity_source.everything_needed');
    }
  }

  /** A stored secret goes only where it was meant for; and a source stays what it is. */
  refuseSecretElsewhere(before: IdentitySource, input: IdentitySourceInput): void {
    if (before.kind !== input.kind) {
      throw new AppError('identity_source.kind_fixed', { fields: ['kind'] });
    }
    if (before.key !== input.key) {
      throw new AppError('identity_source.key_fixed', { fields: ['key'] });
    }
    const spec = this.#specOf(input);
    const isElsewhere =
      JSON.stringify(spec.secretPlace(before.config)) !== JSON.stringify(spec.secretPlace(input.config));
    const isKept = input.secret === '' && spec.takesSecret(input.config);
    if (before.isSecretStored && isElsewhere && isKept) {
      throw new AppError('identity_source.secret_needed', { fields: ['secret'] });
    }
  }

  /** Configuration and kind of one input belong together: its schema says so. */
  #specOf({ kind }: { kind: SourceKind }): SourceKindSpec<SourceConfigs[SourceKind]> {
    return this.#deps.kinds[kind];
  }

  /**
   * Rules that would take from whoever saves them, at their next login, the right to save others. Which groups they are in
   * is not known here: a role counts as kept where one of the rules that gave it still does, or one for everybody.
   */
  async #refuseOwnLoss(
    actor: Actor,
    before: Pick<IdentitySource, 'id' | 'rules'>,
    after: Pick<IdentitySourceInput, 'rules'>,
  ): Promise<void> {
    const { roles } = this.#deps;
    const lost = (await this.#identities.listRolesBy(before.id, actor.userId)).filter((role) => {
      const gave = before.rules.filter((rule) => rule.roles.includes(role)).map(({ value }) => value);
      const giving = after.rules.filter((rule) => rule.roles.includes(role)).map(({ value }) => value);
      // What no rule gave before is lost already, and not by this.
      return gave.length > 0 && !giving.some((value) => [...gave, EVERYBODY].includes(value));
    });
    const kept = (await roles.rolesOf({ id: actor.userId })).filter((role) => !lost.includes(role));
    if (lost.length > 0 && !holdsEverything(await roles.menusOfRoles(kept))) {
      throw new AppError('identity_source.own_rights', { fields: ['rules'] });
    }
  }

  async #endLogins(ids: readonly string[], tx: Tx): Promise<void> {
    for (const id of ids) {
      await this.#deps.logins.endBySource(id, {}, tx);
    }
  }

  async #storeSecret(id: string, { kind, secret, config }: IdentitySourceInput, tx: Tx): Promise<void> {
    const { vault } = this.#deps;
    if (!this.#specOf({ kind }).takesSecret(config)) {
      await vault.remove(secretOwner(id), [SOURCE_SECRET], tx);
    } else if (secret !== '') {
      await vault.put(secretOwner(id), SOURCE_SECRET, new Secret(secret), tx);
    }
  }

  async #find(id: string, tx?: Tx): Promise<SourceRecord> {
    const record = await this.#sources.find(id, tx);
    if (!record) {
      throw new AppError('identity_source.not_found');
    }
    return record;
  }

  #presentRow(record: SourceRecord): Omit<IdentitySourceRow, 'state'> {
    const { kind, config } = readConfig(record);
    const spec = this.#specOf({ kind });
    return {
      ...presentCommon(record),
      kind,
      place: spec.placeOf(config),
      isPlain: spec.isPlain(config),
      personCount: record.person_count,
    };
  }

  async #writing({ key }: IdentitySourceInput, work: (tx: Tx) => Promise<void>): Promise<void> {
    const { database } = this.#deps;
    const refusal = (cause: unknown) =>
      new AppError('identity_source.key_taken', { params: { key }, fields: ['key'], cause });
    try {
      await refusingTaken(database, refusal, () => database.transact(work));
    } catch (error) {
      throw database.engine.isForeignKeyViolation(error)
        ? new AppError('user_group.not_found', { fields: ['rules'], cause: error })
        : error;
    }
  }
}

/** Where the browser comes back to; the key of the source stands behind it. A page of the console, never from `Host`. */
export const CALLBACK_PATH = '/login/callback/';

function holdsEverything(menus: readonly string[]): boolean {
  return MENU_IDS.every((menu) => menus.includes(menu));
}

function columnsOf({ key, name, icon, position, enabled, config }: IdentitySourceInput) {
  return {
    key,
    name,
    icon,
    position,
    enabled: enabled ? 1 : 0,
    config: JSON.stringify(config),
  } as const;
}

function presentCommon(record: SourceRecord) {
  return {
    ...presentButton(record),
    id: record.id,
    position: record.position,
    enabled: record.enabled === 1,
    created: familyTime(record.created_at),
  };
}

function about(id: string, name: string) {
  return { type: 'identity-source', id, name };
}
