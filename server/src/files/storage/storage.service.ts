import type {
  Storage,
  StorageInput,
  StorageQuery,
  StorageRow,
  StorageShareMode,
  VisibleStorage,
} from '@jadegate/contract/files/storage';
import type { Page } from '@jadegate/contract/paging';

import type { Database, Tx } from '../../db/database.ts';
import type { ReachService } from '../../identity/reach/reach.service.ts';
import type { FilesFate } from '../../identity/user/person-files.interface.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import { sizeText } from '../../kernel/size.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import type { DefaultStorageService } from './default-storage.service.ts';
import { asProductError } from './storage-errors.ts';
import type { StorageRemovals } from './storage-removals.ts';
import { presentSpace, presentVisible, presentWhole } from './storage.present.ts';
import { isDefault, StorageRepository, type ShareRecord, type StorageRecord } from './storage.repository.ts';

interface Dependencies {
  database: Database;
  store: ByteStore;
  defaults: DefaultStorageService;
  removals: StorageRemovals;
  reach: ReachService;
  audit: AuditService;
  clock: Clock;
}

/** Storage spaces: what there is, whose it is, how large it may grow, and who sees it. */
export class StorageService {
  readonly #deps: Dependencies;
  readonly #spaces: StorageRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#spaces = new StorageRepository(dependencies.database);
  }

  async list(query: StorageQuery): Promise<Page<StorageRow>> {
    const { total, items } = await this.#spaces.page(query);
    return { total, items: items.map(presentSpace) };
  }

  async listShared(): Promise<StorageRow[]> {
    return (await this.#spaces.listShared()).map(presentSpace);
  }

  async get(id: string): Promise<Storage> {
    const space = await this.#find(id);
    return presentWhole(space, await this.#spaces.listShares(id));
  }

  async getOwn(actor: Actor): Promise<VisibleStorage> {
    const space = await this.#spaces.find(actor.userId);
    if (space) {
      return presentVisible(space, 'owner');
    }
    await this.#deps.defaults.makeMissing();
    return presentVisible(await this.#find(actor.userId), 'owner');
  }

  /** One's own first, then what is shared with one. */
  async listVisible(actor: Actor): Promise<VisibleStorage[]> {
    await this.getOwn(actor);
    const modes = new Map<string, StorageShareMode>();
    for (const { id, mode } of await this.#spaces.listSharedWith(actor.userId)) {
      modes.set(id, modes.get(id) === 'write' ? 'write' : mode);
    }
    const own = await this.#spaces.listOwned([actor.userId]);
    own.sort((one, other) => Number(isDefault(other)) - Number(isDefault(one)));
    const shared = await this.#spaces.listByIds([...modes.keys()]);
    shared.sort((one, other) => one.name.localeCompare(other.name));
    return [
      ...own.map((space) => presentVisible(space, 'owner')),
      ...shared.map((space) => presentVisible(space, modes.get(space.id) ?? 'read')),
    ];
  }

  async create(actor: Actor, input: StorageInput): Promise<Storage> {
    const { database, audit, store, clock } = this.#deps;
    const id = newId(clock.now());
    const { name, isShare, limitSize, owner = actor.userId, shares = [] } = input;
    // New and empty: whoever gets it gains nothing that was there before.
    await asProductError(() => store.makeFolder(`/${id}`));
    await this.#writing(() =>
      database.transact(async (tx) => {
        await this.#refuseGone(owner, tx);
        const row = { id, name, is_share: isShare ? 1 : 0, limit_bytes: limitSize } as const;
        const usage = { used_bytes: 0, reserved_bytes: 0, entry_count: 0, changes: 0 };
        await this.#spaces.insert({ ...row, ...usage, owner_id: owner, created_at: clock.now() }, tx);
        await this.#spaces.replaceShares(id, shareRows(id, shares), tx);
        const detail = { isShare, limitSize, owner, shares };
        await audit.write(actor, { action: 'storage.created', object: about({ id, name }), detail }, tx);
      }),
    );
    return this.get(id);
  }

  async update(actor: Actor, id: string, input: StorageInput): Promise<void> {
    const { reach, audit } = this.#deps;
    const act = { action: 'storage.updated', object: about({ id, name: input.name }) } as const;
    await this.#writing(() =>
      reach.transact(actor, act, async (tx) => {
        const before = await this.#find(id, tx);
        const oldShares = await this.#spaces.listShares(id, tx);
        const { name, isShare, limitSize, owner = before.owner_id, shares } = input;
        if (limitSize > 0 && limitSize < before.used_bytes) {
          const params = { used: sizeText(before.used_bytes) };
          throw new AppError('storage.limit_below_used', { params, fields: ['limitSize'] });
        }
        if (owner !== before.owner_id) {
          if (isDefault(before)) {
            throw new AppError('storage.is_default', { params: { name: before.name }, fields: ['owner'] });
          }
          await this.#refuseGone(owner, tx);
        }
        const change = { name, is_share: isShare ? 1 : 0, limit_bytes: limitSize, owner_id: owner } as const;
        await this.#spaces.update(id, change, tx);
        if (shares) {
          await this.#spaces.replaceShares(id, shareRows(id, shares), tx);
        }
        const detail = differences(
          { ...before, shares: oldShares.map(shareText) },
          { ...change, ...(shares && { shares: shareRows(id, shares).map(shareText) }) },
        );
        await audit.write(actor, { action: 'storage.updated', object: about({ id, name }), detail }, tx);
      }),
    );
  }

  async delete(actor: Actor, ids: readonly string[], name: string | undefined): Promise<void> {
    const found = await this.#spaces.listByIds(ids);
    for (const space of found) {
      if (isDefault(space)) {
        throw new AppError('storage.is_default', { params: { name: space.name } });
      }
      await this.#refuseFull(space, found.length === 1 ? name : undefined);
    }
    const { database, removals } = this.#deps;
    await removals.around(
      found.map(({ id }) => id),
      () => database.transact((tx) => this.#removeRows(actor, found, tx)),
    );
  }

  /**
   * The spaces of people who are about to be deleted. What is empty goes; the rest is kept for administrators, given to
   * somebody, or goes. Looks first, then is written with the deletion, and removes the bytes once that is done.
   */
  async leave(
    actor: Actor,
    userIds: readonly string[],
    fate: FilesFate,
    deletePeople: (write: (tx: Tx) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const spaces = await this.#spaces.listOwned(userIds);
    const empty = new Set<string>();
    for (const space of fate.kind === 'delete' ? [] : spaces) {
      if (await this.#isEmpty(space)) {
        empty.add(space.id);
      }
    }
    const gone = spaces.filter(({ id }) => fate.kind === 'delete' || empty.has(id));
    const write = async (tx: Tx) => {
      if (fate.kind === 'give') {
        await this.#refuseGone(fate.to, tx);
      }
      for (const space of spaces.filter((one) => !gone.includes(one))) {
        await this.#handOver(actor, space, fate.kind === 'give' ? fate.to : '', tx);
      }
      await this.#removeRows(actor, gone, tx);
    };
    await this.#deps.removals.around(
      gone.map(({ id }) => id),
      () => deletePeople(write),
    );
  }

  async #removeRows(actor: Actor, spaces: readonly StorageRecord[], tx: Tx): Promise<void> {
    for (const space of spaces) {
      await this.#deps.audit.write(actor, { action: 'storage.deleted', object: about(space) }, tx);
    }
    if (spaces.length > 0) {
      await this.#spaces.remove(
        spaces.map(({ id }) => id),
        tx,
      );
    }
  }

  async #handOver(actor: Actor, space: StorageRecord, to: string, tx: Tx): Promise<void> {
    const { audit } = this.#deps;
    await this.#spaces.update(space.id, { owner_id: to }, tx);
    const entry =
      to === ''
        ? ({ action: 'storage.kept' } as const)
        : ({ action: 'storage.given', detail: { to } } as const);
    await audit.write(actor, { ...entry, object: about(space) }, tx);
  }

  async #refuseFull(space: StorageRecord, name: string | undefined): Promise<void> {
    const params = { name: space.name };
    if (name !== undefined && name.trim() !== space.name) {
      throw new AppError('storage.name_wrong', { params, fields: ['name'] });
    }
    if (name === undefined && !(await this.#isEmpty(space))) {
      throw new AppError('storage.not_empty', { params });
    }
  }

  #isEmpty({ id }: StorageRecord): Promise<boolean> {
    return asProductError(async () => {
      for await (const entry of this.#deps.store.walk(`/${id}`)) {
        if (entry.kind !== 'folder') {
          return false;
        }
      }
      return true;
    });
  }

  async #find(id: string, tx?: Tx): Promise<StorageRecord> {
    const space = await this.#spaces.find(id, tx);
    if (!space) {
      throw new AppError('storage.not_found');
    }
    return space;
  }

  async #refuseGone(owner: string, tx: Tx): Promise<void> {
    if (owner !== '' && !(await this.#spaces.hasUser(owner, tx))) {
      throw new AppError('storage.owner_gone', { fields: ['owner'] });
    }
  }

  async #writing(work: () => Promise<void>): Promise<void> {
    const { database } = this.#deps;
    try {
      await work();
    } catch (error) {
      throw database.engine.isForeignKeyViolation(error)
        ? new AppError('storage.share_gone', { fields: ['shares'], cause: error })
        : error;
    }
  }
}

function about({ id, name }: { id: string; name: string }) {
  return { type: 'storage', id, name } as const;
}

type ShareRow = Omit<ShareRecord, 'user_name' | 'group_name'>;

/** One row for each that is named; who is named twice gets what was said last. */
function shareRows(storageId: string, shares: NonNullable<StorageInput['shares']>): ShareRow[] {
  const byWho = new Map(shares.map((share) => [`${share.kind}:${share.id}`, share]));
  return [...byWho.values()].map(({ kind, id, mode }) => ({
    id: newId(),
    storage_id: storageId,
    user_id: kind === 'user' ? id : null,
    user_group_id: kind === 'user-group' ? id : null,
    mode,
  }));
}

function shareText({ user_id, user_group_id, mode }: ShareRow): string {
  return `${mode} ${user_id ?? user_group_id ?? ''}`;
}
