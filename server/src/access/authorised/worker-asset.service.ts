import { hasTerminal, type Protocol } from '@jadegate/contract/access/asset-attributes';
import type { WorkerAsset, WorkerAssetQuery } from '@jadegate/contract/access/worker-asset';
import type { Page } from '@jadegate/contract/paging';
import { NEVER } from '@jadegate/contract/scalars';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { nextClosing, nextOpening } from './access-moments.ts';
import { decideAccess, type Grant } from './access.policy.ts';
import { AccessRepository } from './access.repository.ts';
import { WorkerAssetRepository, type WorkerAssetRow } from './worker-asset.repository.ts';

/** What an ordinary person sees: the assets they may use, and nothing of any other. */
export class WorkerAssetService {
  readonly #assets: WorkerAssetRepository;
  readonly #access: AccessRepository;
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#assets = new WorkerAssetRepository(database);
    this.#access = new AccessRepository(database);
    this.#database = database;
    this.#clock = clock;
  }

  async list(actor: Actor, query: WorkerAssetQuery): Promise<Page<WorkerAsset>> {
    const { total, items } = await this.#assets.page(this.#whose(actor), query);
    const ids = items.map(({ id }) => id);
    const [tags, hosts, grants] = await Promise.all([
      this.#assets.tagsOf(ids),
      this.#assets.hostsOf(ids),
      this.#access.grantsOf(actor.userId, ids),
    ]);
    return {
      total,
      items: items.map((row) => ({
        ...present(row),
        tags: (tags.get(row.id) ?? []).join(','),
        host: hosts.get(row.id) ?? null,
        ...this.#usable(actor.userId, row, grants.get(row.id) ?? []),
      })),
    };
  }

  /** Their names alone, of one protocol and by name. */
  listNamed(userId: string, protocol: Protocol, limit: number): Promise<{ id: string; name: string }[]> {
    return this.#assets.listNamed({ userId, now: this.#clock.now() }, protocol, limit);
  }

  /** Of those that somebody may see: it is not looked at here. */
  tagsOf(assetIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.#assets.tagsOf(assetIds);
  }

  listTags(actor: Actor): Promise<string[]> {
    return this.#assets.listTags(this.#whose(actor));
  }

  /** One's own mark on an asset; the same refusal for one that is not there and one that is not for this person. */
  async addFavourite(actor: Actor, assetId: string): Promise<void> {
    if (!(await this.#assets.isReachable(this.#whose(actor), assetId))) {
      throw new AppError('asset.not_found');
    }
    try {
      await this.#assets.addFavourite(actor.userId, assetId, this.#clock.now());
    } catch (error) {
      throw this.#database.engine.isForeignKeyViolation(error)
        ? new AppError('asset.not_found', { cause: error })
        : error;
    }
  }

  removeFavourite(actor: Actor, assetId: string): Promise<void> {
    return this.#assets.removeFavourite(actor.userId, assetId);
  }

  #whose({ userId }: Actor) {
    return { userId, now: this.#clock.now() };
  }

  /** As a session would be decided, except that being an administrator adds nothing to this list. */
  #usable(userId: string, { id, owner_id, protocol }: WorkerAssetRow, grants: readonly Grant[]) {
    const person = { id: userId, type: 'user', status: 'enabled', mayAccessAll: false } as const;
    const facts = { person, asset: { id, ownerId: owner_id }, grants };
    const at = new Date(this.#clock.now());
    const { allowed: usableNow, limits, channels } = decideAccess(facts, at);
    return {
      usableNow,
      commandsOnly: limits.commandsOnlyOf !== null,
      shellOff: usableNow && hasTerminal(protocol) && !channels.shell,
      usableFrom: usableNow ? null : iso(nextOpening(facts, at)),
      usableUntil: usableNow && owner_id !== userId ? iso(nextClosing(facts, at)) : null,
    };
  }
}

function present(row: WorkerAssetRow) {
  const state = row.active === null ? 'unknown' : row.active === 1 ? 'up' : 'down';
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    protocol: row.protocol,
    ip: '',
    port: 0,
    active: row.active === 1,
    activeMessage: '',
    state,
    created: NEVER,
    lastAccessTime: familyTime(row.used_at),
    owner: '',
    ownerName: '',
    favourite: row.favourite_at !== null,
  } as const;
}

function iso(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
