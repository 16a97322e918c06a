import {
  SEARCH_KINDS,
  SEARCH_RIGHTS,
  type SearchKind,
  type ServerFinds,
  type SessionHit,
  type SessionSearchPage,
  type SessionSearchQuery,
} from '@jadegate/contract/session/session-search';

import type { Database } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import { proofKey, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { OtherServers } from '../../kernel/other-servers.ts';
import { RecentKeys } from '../../kernel/recent-keys.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ServerDiskService } from '../../platform/server-process/server-disk.service.ts';
import type { OutputIndex } from './output-index.ts';
import { readCursor, writeCursor, type SearchCursor } from './search-cursor.ts';
import { movedOn, takeNewest, type Stream, type StreamItem } from './search-merge.ts';
import { SearchSources } from './search-sources.ts';
import { SessionSearchRepository, type AskedSearch } from './session-search.repository.ts';

interface Dependencies {
  database: Database;
  roles: RoleService;
  audit: AuditService;
  users: UserService;
  index: OutputIndex;
  isIndexFull: () => boolean;
  serverDisks: Pick<ServerDiskService, 'ownId' | 'listAway'>;
  clock: Clock;
}

interface FromServer {
  allowed: readonly SearchKind[];
  query: AskedSearch;
  cursor: SearchCursor;
  disk: string;
}

interface Asked {
  streams: Stream[];
  /** The names of those that did not answer. */
  silent: string[];
  isIncomplete: boolean;
}

const NOBODY: Asked = { streams: [], silent: [], isIncomplete: false };

/** A page asks again when it comes back into sight: within this it is one search. */
const ONE_SEARCH_MS = 10 * MINUTE_MS;

/** One box over everything that was recorded. Each kind of find has its own right; every search is on record. */
export class SessionSearchService {
  readonly #deps: Dependencies;
  readonly #sources: SearchSources;
  readonly #searches: RecentKeys;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#searches = new RecentKeys({ periodMs: ONE_SEARCH_MS, clock: dependencies.clock });
    this.#sources = new SearchSources({
      ...dependencies,
      rows: new SessionSearchRepository(dependencies.database),
      ownDisk: () => dependencies.serverDisks.ownId(),
    });
  }

  /** Rights are decided here, and again by each server that is asked; the search is on record once, where it was made. */
  async search(actor: Actor, input: SessionSearchQuery, others: OtherServers): Promise<SessionSearchPage> {
    const query = await this.#deps.roles.withPeopleSearch(actor, input, input.userName);
    const allowed = await this.#kindsOf(actor);
    if (query.kind !== undefined && !allowed.includes(query.kind)) {
      throw new AppError('auth.forbidden');
    }
    const cursor = readCursor(query.cursor);
    if (!cursor) {
      throw new AppError('validation', { params: { first: 'cursor' } });
    }
    const disk = await this.#deps.serverDisks.ownId();
    const isRead = (kind: SearchKind) => (kind === 'output' ? cursor.output?.[disk] : cursor[kind]) === null;
    if (others.isAsking) {
      return this.#answerServer({ allowed, query, cursor, disk });
    }
    const kinds = query.kind === undefined ? allowed : [query.kind];
    await this.#record(actor, query, kinds);
    const asked = kinds.includes('output') ? this.#askServers(others, disk, cursor) : NOBODY;
    const own = await Promise.all(
      kinds.flatMap((kind) => (isRead(kind) ? [] : [this.#sources.read(kind, query, cursor)])),
    );
    const { streams, silent, isIncomplete } = await asked;
    const { hits, places } = takeNewest([...own, ...streams], query.pageSize);
    const next = movedOn(cursor, places);
    const hasMore = [...own, ...streams].some((stream) => places.get(stream) !== null);
    return {
      items: hits,
      next: hasMore ? writeCursor(next) : null,
      kinds: allowed,
      isIncomplete: isIncomplete || (kinds.includes('output') && this.#deps.isIndexFull()),
      ...(silent.length > 0 && { silentServers: silent }),
    };
  }

  /** What this server alone has, for another that puts it together. */
  async #answerServer({ allowed, query, cursor, disk }: FromServer): Promise<SessionSearchPage> {
    if (!allowed.includes('output')) {
      throw new AppError('auth.forbidden');
    }
    const { items, next } =
      cursor.output?.[disk] === null
        ? { items: [], next: null }
        : await this.#sources.read('output', query, cursor);
    const places = items.map(({ time, place }) => ({ time, place: place as [number, number] }));
    return {
      items: items.map(({ hit }) => hit),
      next: null,
      kinds: [...allowed],
      isIncomplete: this.#deps.isIndexFull(),
      finds: { disk, places, next: next as [number, number] | null },
    };
  }

  /** What the others have printed; who does not answer is named, and so is who has recordings and is not there at all. */
  async #askServers(others: OtherServers, ownDisk: string, cursor: SearchCursor): Promise<Asked> {
    const { serverDisks } = this.#deps;
    const seen = new Set([ownDisk]);
    // Servers on one data directory have one index, and one that was read to its end need not be asked again.
    const isWanted = (disk: string) => {
      const isNew = !seen.has(disk) && cursor.output?.[disk] !== null;
      seen.add(disk);
      return isNew;
    };
    const [answers, away] = await Promise.all([others.ask(isWanted), serverDisks.listAway()]);
    const given = answers.flatMap(({ answer }) => (answer ? [answer as SessionSearchPage] : []));
    const streams = given.flatMap(({ items, finds }): Stream[] =>
      finds ? [{ kind: 'output', disk: finds.disk, items: joined(items, finds), next: finds.next }] : [],
    );
    const silent = [
      ...answers.filter(({ answer }) => !answer).map(({ name }) => name),
      ...away.map(({ name }) => name),
    ];
    return {
      streams,
      silent: [...new Set(silent)].toSorted(),
      isIncomplete: given.some((page) => page.isIncomplete),
    };
  }

  async #kindsOf(actor: Actor): Promise<SearchKind[]> {
    const held = await this.#deps.roles.menusOf({ id: actor.userId });
    return SEARCH_KINDS.filter((kind) => SEARCH_RIGHTS[kind].some((menu) => held.includes(menu)));
  }

  /** What was looked for, once for each search and not for each of its pages. */
  async #record(actor: Actor, query: SessionSearchQuery, kinds: readonly SearchKind[]): Promise<void> {
    const { text, userName, assetName, from, to } = query;
    const key = JSON.stringify([proofKey(actor), text, kinds, userName, assetName, from, to]);
    if (this.#searches.has(key)) {
      return;
    }
    await this.#deps.audit.writeAlone(actor, {
      action: 'session.searched',
      object: { type: 'session', id: '', name: '' },
      detail: { text, kinds, userName, assetName, from, to },
    });
    this.#searches.note(key);
  }
}

function joined(items: readonly SessionHit[], { places }: ServerFinds): StreamItem[] {
  return items.flatMap((hit, index) => {
    const found = places[index];
    return found ? [{ hit, ...found }] : [];
  });
}
