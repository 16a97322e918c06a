import type { SearchKind, SessionHit } from '@jadegate/contract/session-search';

import type { SearchCursor } from './search-cursor.ts';

export interface StreamItem {
  hit: SessionHit;
  /** Epoch milliseconds: what finds of different kinds are put in order by. */
  time: number;
  /** Where the stream goes on after this one. */
  place: SearchCursor[SearchKind];
}

/** Finds of one kind, newest first. */
export interface Stream {
  kind: SearchKind;
  items: readonly StreamItem[];
  /** Where it goes on after the last of them: null when there is nothing older. */
  next: SearchCursor[SearchKind];
}

/** The newest of all streams, and how far each of them was read. */
export function takeNewest(
  streams: readonly Stream[],
  limit: number,
): { hits: SessionHit[]; places: SearchCursor } {
  const taken = new Map(streams.map(({ kind }) => [kind, 0]));
  const hits: SessionHit[] = [];
  while (hits.length < limit) {
    const stream = newestOf(streams, taken);
    const item = stream?.items[taken.get(stream.kind) ?? 0];
    if (!stream || !item) {
      break;
    }
    hits.push(item.hit);
    taken.set(stream.kind, (taken.get(stream.kind) ?? 0) + 1);
  }
  const places = streams.map(({ kind, items, next }) => {
    const count = taken.get(kind) ?? 0;
    return [kind, count === items.length ? next : items[count - 1]?.place] as const;
  });
  // A stream of which nothing was taken stays where it was.
  return { hits, places: Object.fromEntries(places.filter(([, place]) => place !== undefined)) };
}

function newestOf(streams: readonly Stream[], taken: ReadonlyMap<SearchKind, number>): Stream | undefined {
  let newest: Stream | undefined;
  let time = Number.NEGATIVE_INFINITY;
  for (const stream of streams) {
    const item = stream.items[taken.get(stream.kind) ?? 0];
    if (item && item.time > time) {
      newest = stream;
      time = item.time;
    }
  }
  return newest;
}
