import type { SearchKind, SessionHit } from '@jadegate/contract/session/session-search';

import type { SearchCursor } from './search-cursor.ts';

/** A row's id, or page and line of an index. */
type StreamPlace = string | [page: number, line: number];

export interface StreamItem {
  hit: SessionHit;
  /** Epoch milliseconds: what finds of different kinds are put in order by. */
  time: number;
  /** Where the stream goes on after this one. */
  place: StreamPlace;
}

/** Finds of one kind, and of printed output those of one server, newest first. */
export interface Stream {
  kind: SearchKind;
  /** Of printed output: the data directory it was found in. */
  disk?: string;
  items: readonly StreamItem[];
  /** Where it goes on after the last of them: null when there is nothing older. */
  next: StreamPlace | null;
}

/** The newest of all streams, and how far each of them was read. */
export function takeNewest(
  streams: readonly Stream[],
  limit: number,
): { hits: SessionHit[]; places: Map<Stream, StreamPlace | null> } {
  const taken = new Map(streams.map((stream) => [stream, 0]));
  const hits: SessionHit[] = [];
  while (hits.length < limit) {
    const stream = newestOf(taken);
    const count = (stream && taken.get(stream)) ?? 0;
    const item = stream?.items[count];
    if (!stream || !item) {
      break;
    }
    hits.push(item.hit);
    taken.set(stream, count + 1);
  }
  const places = new Map<Stream, StreamPlace | null>();
  for (const [stream, count] of taken) {
    const place = count === stream.items.length ? stream.next : stream.items[count - 1]?.place;
    // A stream of which nothing was taken stays where it was.
    if (place !== undefined) {
      places.set(stream, place);
    }
  }
  return { hits, places };
}

/** The cursor with which the next page begins. */
export function movedOn(cursor: SearchCursor, places: ReadonlyMap<Stream, StreamPlace | null>): SearchCursor {
  const next: SearchCursor = { ...cursor, output: { ...cursor.output } };
  for (const [{ kind, disk = '' }, place] of places) {
    Object.assign(kind === 'output' ? (next.output ?? {}) : next, {
      [kind === 'output' ? disk : kind]: place,
    });
  }
  return next;
}

function newestOf(taken: ReadonlyMap<Stream, number>): Stream | undefined {
  let newest: Stream | undefined;
  let time = Number.NEGATIVE_INFINITY;
  for (const [stream, count] of taken) {
    const item = stream.items[count];
    if (item && item.time > time) {
      newest = stream;
      time = item.time;
    }
  }
  return newest;
}
