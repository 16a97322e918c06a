import type { SearchKind, SessionHit } from '@jadegate/contract/session/session-search';

import type { UserService } from '../../identity/user/user.service.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { fold } from './fold.ts';
import type { OutputIndex } from './output-index.ts';
import type { SearchCursor } from './search-cursor.ts';
import type { Stream, StreamItem } from './search-merge.ts';
import type {
  AskedSearch,
  FoundFile,
  FoundSession,
  SessionSearchRepository,
} from './session-search.repository.ts';

const BEFORE_CHARACTERS = 60;
const SNIPPET_CHARACTERS = 240;

/** With the account of its person, which is empty when they are gone. */
type HitSession = FoundSession & { userAccount: string };

interface Sources {
  rows: SessionSearchRepository;
  users: UserService;
  index: OutputIndex;
  /** The data directory of the index. */
  ownDisk: () => Promise<string>;
}

/** Where finds come from: three tables and the index of what was printed. */
export class SearchSources {
  readonly #rows: SessionSearchRepository;
  readonly #users: UserService;
  readonly #index: OutputIndex;
  readonly #ownDisk: () => Promise<string>;

  constructor({ rows, users, index, ownDisk }: Sources) {
    this.#rows = rows;
    this.#users = users;
    this.#index = index;
    this.#ownDisk = ownDisk;
  }

  read(kind: SearchKind, query: AskedSearch, cursor: SearchCursor): Promise<Stream> {
    switch (kind) {
      case 'command':
        return this.#commands(query, cursor.command ?? undefined);
      case 'file':
        return this.#files(query, cursor.file ?? undefined);
      case 'session':
        return this.#sessions(query, cursor.session ?? undefined);
      case 'output':
        return this.#output(query, cursor.output);
    }
  }

  async #commands(query: AskedSearch, below: string | undefined): Promise<Stream> {
    const { rows: found, next } = await this.#rows.commands(query, { below, limit: query.pageSize });
    const sessions = await this.#sessionsOf(found.map(({ session_id }) => session_id));
    const names = await this.#users.listNicknames(found.map(({ typed_by }) => typed_by));
    const items = found.flatMap((row): StreamItem[] => {
      const session = sessions.get(row.session_id);
      if (!session) {
        return [];
      }
      // What was typed ahead is on the screen later: whoever follows the find wants to see it.
      const at = Math.max(0, row.offset_ms, row.shown_ms);
      const typist = { typedBy: row.typed_by, typedByName: names.get(row.typed_by) ?? '' };
      const hit = { ...hitOf('command', session, row.created_at, at), ...typist };
      return [{ hit: { ...hit, ...cut(row.command, query.text) }, time: row.created_at, place: row.id }];
    });
    return { kind: 'command', items, next };
  }

  async #files(query: AskedSearch, below: string | undefined): Promise<Stream> {
    const { rows: found, next } = await this.#rows.files(query, { below, limit: query.pageSize });
    const sessions = await this.#sessionsOf(found.map(({ session_id }) => session_id));
    const people = await this.#users.listPeople(found.map(({ user_id }) => user_id));
    const items = found.map((row): StreamItem => {
      // The log outlives its session.
      const session = sessions.get(row.session_id) ?? gone(row, people.get(row.user_id)?.username ?? '');
      const at = Math.max(0, row.created_at - (session.connected_at ?? session.created_at));
      const hit = { ...hitOf('file', session, row.created_at, at), action: row.action };
      return { hit: { ...hit, ...cut(row.file_name, query.text) }, time: row.created_at, place: row.id };
    });
    return { kind: 'file', items, next };
  }

  async #sessions(query: AskedSearch, below: string | undefined): Promise<Stream> {
    const { rows, next } = await this.#rows.sessions(query, { below, limit: query.pageSize });
    const found = await this.#withAccounts(rows);
    const items = found.map((row): StreamItem => {
      const name = [row.asset_name, row.user_name, row.userAccount, row.client_ip].find((text) =>
        fold(text).includes(fold(query.text)),
      );
      const hit = { ...hitOf('session', row, row.created_at, 0), ...cut(name ?? row.asset_name, query.text) };
      return { hit, time: row.created_at, place: row.id };
    });
    return { kind: 'session', items, next };
  }

  /** What this server has in its own index. What the row says another finds is left to that one: nothing is found twice. */
  async #output(query: AskedSearch, places: SearchCursor['output']): Promise<Stream> {
    const disk = await this.#ownDisk();
    const below = places?.[disk];
    const people =
      query.userName === undefined ? undefined : await this.#rows.listPeople(query.userName, query);
    const { hits, next } = await this.#index.search({
      text: query.text,
      userName: query.userName,
      // The index has no accounts: whoever shares a name is told apart by the session.
      userNames: people && [...new Set(people.values())],
      assetName: query.assetName,
      from: query.from === undefined ? undefined : Date.parse(query.from),
      to: query.to === undefined ? undefined : Date.parse(query.to),
      below: below ? { page: below[0], line: below[1] } : undefined,
      limit: query.pageSize,
    });
    const sessions = await this.#sessionsOf(hits.map(({ sessionId }) => sessionId));
    const items = hits.flatMap(({ sessionId, at, time, text, start, place }): StreamItem[] => {
      // Deleted a moment ago, and not yet out of the index; or another server finds it now.
      const session = sessions.get(sessionId);
      if (session?.indexed_by !== disk) {
        return [];
      }
      const { user_id, user_name } = session;
      if (people && !people.has(user_id) && !fold(user_name).includes(fold(query.userName ?? ''))) {
        return [];
      }
      const hit = { ...hitOf('output', session, time, at), ...cut(text, query.text, start) };
      return [{ hit, time, place: [place.page, place.line] }];
    });
    return { kind: 'output', disk, items, next: next && [next.page, next.line] };
  }

  async #sessionsOf(ids: readonly string[]): Promise<Map<string, HitSession>> {
    const found = await this.#withAccounts(await this.#rows.listByIds([...new Set(ids)]));
    return new Map(found.map((session) => [session.id, session]));
  }

  async #withAccounts(sessions: readonly FoundSession[]): Promise<HitSession[]> {
    const people = await this.#users.listPeople(sessions.map(({ user_id }) => user_id));
    return sessions.map((session) => ({
      ...session,
      userAccount: people.get(session.user_id)?.username ?? '',
    }));
  }
}

function hitOf(
  kind: SearchKind,
  session: HitSession,
  time: number,
  at: number,
): Omit<SessionHit, 'snippet' | 'start' | 'length'> {
  return {
    kind,
    sessionId: session.id,
    mode: session.mode,
    assetName: session.asset_name,
    userName: session.user_name,
    userAccount: session.userAccount,
    clientIp: session.client_ip,
    created: familyTime(time),
    at,
    isRecorded: session.recording !== 'none',
  };
}

function gone(row: FoundFile, userAccount: string): HitSession {
  return {
    userAccount,
    id: row.session_id,
    mode: 'native',
    asset_name: row.asset_name,
    user_id: row.user_id,
    user_name: row.user_name,
    client_ip: '',
    recording: 'none',
    status: 'disconnected',
    created_at: row.created_at,
    connected_at: null,
    indexed_by: '',
  };
}

/** The part of a long text around the find. */
function cut(
  text: string,
  needle: string,
  place = Math.max(0, fold(text).indexOf(fold(needle))),
): Pick<SessionHit, 'snippet' | 'start' | 'length'> {
  let from = Math.max(0, place - BEFORE_CHARACTERS);
  // Not through the middle of a character.
  if (isLowSurrogate(text.charCodeAt(from))) {
    from -= 1;
  }
  let to = Math.min(text.length, from + Math.max(SNIPPET_CHARACTERS, place - from + needle.length));
  if (isLowSurrogate(text.charCodeAt(to))) {
    to += 1;
  }
  return { snippet: text.slice(from, to), start: place - from, length: needle.length };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc_00 && code <= 0xdf_ff;
}
