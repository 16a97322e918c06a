import {
  SEARCH_KINDS,
  SEARCH_RIGHTS,
  type SearchKind,
  type SessionHit,
  type SessionSearchPage,
  type SessionSearchQuery,
} from '@jadegate/contract/session-search';

import type { Database } from '../../db/database.ts';
import { proofKey, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { RecentKeys } from '../../kernel/recent-keys.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserService } from '../user/user.service.ts';
import type { OutputIndex } from './output-index.ts';
import { readCursor, writeCursor, type SearchCursor } from './search-cursor.ts';
import { takeNewest, type Stream } from './search-merge.ts';
import { SearchSources } from './search-sources.ts';
import { SessionSearchRepository } from './session-search.repository.ts';

interface Dependencies {
  database: Database;
  roles: RoleService;
  audit: AuditService;
  users: UserService;
  index: OutputIndex;
  isIndexFull: () => boolean;
  clock: Clock;
}

/** A page asks again when it comes back into sight: within this it is one search. */
const ONE_SEARCH_MS = 10 * MINUTE_MS;

/** One box over everything that was recorded. Each kind of find has its own right; every search is on record. */
export class SessionSearchService {
  readonly #on: Dependencies;
  readonly #sources: SearchSources;
  readonly #searches: RecentKeys;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#searches = new RecentKeys({ periodMs: ONE_SEARCH_MS, clock: dependencies.clock });
    this.#sources = new SearchSources(
      new SessionSearchRepository(dependencies.database),
      dependencies.users,
      dependencies.index,
    );
  }

  async search(actor: Actor, query: SessionSearchQuery): Promise<SessionSearchPage> {
    const allowed = await this.#kindsOf(actor);
    if (query.kind !== undefined && !allowed.includes(query.kind)) {
      throw new AppError('auth.forbidden');
    }
    const cursor = readCursor(query.cursor);
    if (!cursor) {
      throw new AppError('validation', { params: { first: 'cursor' } });
    }
    const kinds = query.kind === undefined ? allowed : [query.kind];
    await this.#record(actor, query, kinds);
    const streams = await Promise.all(
      kinds.flatMap((kind) => (cursor[kind] === null ? [] : [this.#sources.read(kind, query, cursor)])),
    );
    const { items, next } = merge(streams, cursor, query.pageSize);
    const isIncomplete = kinds.includes('output') && this.#on.isIndexFull();
    return { items, next: writeCursor(next, kinds), kinds: allowed, isIncomplete };
  }

  async #kindsOf(actor: Actor): Promise<SearchKind[]> {
    const held = await this.#on.roles.menusOf({ id: actor.userId });
    return SEARCH_KINDS.filter((kind) => SEARCH_RIGHTS[kind].some((menu) => held.includes(menu)));
  }

  /** What was looked for, once for each search and not for each of its pages. */
  async #record(actor: Actor, query: SessionSearchQuery, kinds: readonly SearchKind[]): Promise<void> {
    const { text, userName, assetName, from, to } = query;
    const key = JSON.stringify([proofKey(actor), text, kinds, userName, assetName, from, to]);
    if (this.#searches.has(key)) {
      return;
    }
    await this.#on.audit.writeAlone(actor, {
      action: 'session.searched',
      object: { type: 'session', id: '', name: '' },
      detail: { text, kinds, userName, assetName, from, to },
    });
    this.#searches.note(key);
  }
}

function merge(
  streams: readonly Stream[],
  cursor: SearchCursor,
  limit: number,
): { items: SessionHit[]; next: SearchCursor } {
  const { hits, places } = takeNewest(streams, limit);
  return { items: hits, next: { ...cursor, ...places } };
}
