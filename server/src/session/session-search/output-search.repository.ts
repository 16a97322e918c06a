import type { SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import { fold, gramQuery, pairQuery } from './fold.ts';
import { BLOCKS_PER_PAGE, unpackPage } from './output-page.ts';

/** A place in the index: everything before it is older. */
interface OutputPlace {
  page: number;
  line: number;
}

export interface OutputQuery {
  text: string;
  /** Part of what the person is called, or all of what one of these people is. */
  userName?: string | undefined;
  userNames?: readonly string[] | undefined;
  assetName?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  below?: OutputPlace | undefined;
  limit: number;
}

export interface OutputHit {
  sessionId: string;
  /** Milliseconds after the start of the recording. */
  at: number;
  /** Epoch milliseconds. */
  time: number;
  text: string;
  /** Where the needle begins in the text. */
  start: number;
  place: OutputPlace;
}

export interface OutputAnswer {
  hits: OutputHit[];
  /** Where to go on; null when there is nothing older. */
  next: OutputPlace | null;
}

interface IndexedSession {
  key: number;
  id: string;
  userName: string;
  assetName: string;
  startedAt: number;
  pages: number;
}

/** Looking stops after this long and is taken up again by the next call: an answer never keeps a person waiting. */
const BUDGET_MS = 300;
/** So few pages are looked through without the index. */
const FEW_PAGES = 400;
const LAST_PAGE = 2 ** 48;

/** The reading side of the index of what terminals printed. Newest first. */
export class OutputSearchRepository {
  readonly #db: SqliteFile;
  readonly #fewPages: number;

  constructor(db: SqliteFile, fewPages = FEW_PAGES) {
    this.#db = db;
    this.#fewPages = fewPages;
  }

  search(query: OutputQuery): OutputAnswer {
    const deadline = performance.now() + BUDGET_MS;
    const needle = fold(query.text);
    const sessions = this.#sessions(query);
    const below = query.below ?? { page: LAST_PAGE, line: 0 };
    const hits: OutputHit[] = [];
    const bodyOf = this.#db.prepare<[number], { session: number; body: Buffer }>(
      'select session, body from page where id = ?',
    );
    const sessionOf = this.#db.prepare<[number], number>('select session from page where id = ?').pluck();
    for (const page of this.#candidates(needle, sessions, below)) {
      const session = sessions.get(sessionOf.get(page) ?? 0);
      const row = session && bodyOf.get(page);
      if (row) {
        const found = linesWith(
          needle,
          row.body,
          page === below.page ? below.line : Number.POSITIVE_INFINITY,
        );
        for (const { line, ...hit } of found) {
          const time = session.startedAt + hit.at;
          if (isWithin(time, query)) {
            hits.push({ ...hit, sessionId: session.id, time, place: { page, line } });
          }
          if (hits.length === query.limit) {
            return { hits, next: { page, line } };
          }
        }
      }
      if (performance.now() > deadline) {
        return { hits, next: { page, line: 0 } };
      }
    }
    return { hits, next: null };
  }

  #sessions({ userName, userNames = [], assetName, to }: OutputQuery): Map<number, IndexedSession> {
    const all = this.#db
      .prepare<[], IndexedSession>(
        `select key, id, user_name as userName, asset_name as assetName, started_at as startedAt, pages
         from session where pages > 0`,
      )
      .all();
    const user = fold(userName ?? '');
    const names = new Set(userNames);
    const asset = fold(assetName ?? '');
    const fitting = all.filter(
      (session) =>
        (user === '' || names.has(session.userName) || fold(session.userName).includes(user)) &&
        (asset === '' || fold(session.assetName).includes(asset)) &&
        (to === undefined || session.startedAt < to),
    );
    return new Map(fitting.map((session) => [session.key, session]));
  }

  /** Pages that may have the needle, each once, newest first. */
  *#candidates(
    needle: string,
    sessions: ReadonlyMap<number, IndexedSession>,
    below: OutputPlace,
  ): Generator<number> {
    let pages = 0;
    for (const session of sessions.values()) {
      pages += session.pages;
    }
    // A place at line 0 has had its whole page.
    const last = below.line > 0 ? below.page : below.page - 1;
    const grams = gramQuery(needle);
    if (pages <= this.#fewPages) {
      const keys = JSON.stringify([...sessions.keys()]);
      yield* this.#db
        .prepare<[string, number], number>(
          `select id from page where session in (select value from json_each(?)) and id <= ? order by id desc`,
        )
        .pluck()
        .all(keys, last);
    } else if (grams === undefined) {
      yield* this.#db
        .prepare<[string, number], number>(
          'select rowid from pair where pair match ? and rowid <= ? order by rowid desc',
        )
        .pluck()
        .iterate(pairQuery(needle), last);
    } else {
      const blocks = this.#db
        .prepare<[string, number], number>(
          'select rowid from gram where gram match ? and rowid < ? order by rowid desc',
        )
        .pluck();
      let before = Number.POSITIVE_INFINITY;
      for (const block of blocks.iterate(grams, (last + 1) * BLOCKS_PER_PAGE)) {
        const page = Math.floor(block / BLOCKS_PER_PAGE);
        if (page !== before) {
          before = page;
          yield page;
        }
      }
    }
  }
}

function isWithin(time: number, { from, to }: OutputQuery): boolean {
  return (from === undefined || time >= from) && (to === undefined || time < to);
}

interface FoundLine {
  line: number;
  at: number;
  text: string;
  start: number;
}

/** The lines of a page with the needle in them, last first, above a number. */
function linesWith(needle: string, body: Buffer, belowLine: number): FoundLine[] {
  const { text, timeOf } = unpackPage(body);
  const folded = fold(text);
  const found: FoundLine[] = [];
  let line = 0;
  let counted = 0;
  for (let place = folded.indexOf(needle); place !== -1;) {
    for (let end = folded.indexOf('\n', counted); end !== -1 && end < place;) {
      line++;
      counted = end + 1;
      end = folded.indexOf('\n', counted);
    }
    if (line >= belowLine) {
      break;
    }
    const end = folded.indexOf('\n', place);
    found.push({
      line,
      at: timeOf(line),
      text: text.slice(counted, end === -1 ? undefined : end),
      start: place - counted,
    });
    place = end === -1 ? -1 : folded.indexOf(needle, end + 1);
  }
  return found.toReversed();
}
