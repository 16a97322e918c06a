import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { RowFeed } from './row-feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Row {
  id: string;
  name: string;
  load: number;
}

const rowsWith = (load: number, count = 12): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), name: `host ${at}`, load }));
const nameOf = ({ name }: Row) => name;
const feedOf = (rows: Row[]) => new RowFeed(rows, nameOf);
const loads = (feed: RowFeed<Row>) => rowsWith(0).map(({ id }) => feed.get(id)?.load);

it('hands out what changed a few rows at a time, the first at once', () => {
  const feed = feedOf(rowsWith(1));
  const told = vi.fn<(id: string) => void>();
  rowsWith(0).forEach(({ id }) => feed.watch(id, () => told(id)));
  feed.show(rowsWith(2));
  expect(loads(feed)).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1]);
  expect(told.mock.calls.flat()).toEqual(['0', '1', '2', '3', '4']);
  vi.runAllTimers();
  expect(loads(feed)).toEqual(Array(12).fill(2));
  expect(told).toHaveBeenCalledTimes(12);
});

it('tells nobody about rows that are as they were', () => {
  const rows = rowsWith(1);
  const feed = feedOf(rows);
  const [told, leave] = [vi.fn<() => void>(), vi.fn<() => void>()];
  feed.watch('0', told);
  feed.watch('11', leave)();
  const last = { id: '11', name: 'host 11', load: 7 };
  feed.show([...rows.slice(0, -1), last]);
  expect(feed.get('11')).toBe(last);
  expect([told, leave].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it('goes over to newer rows in the middle, and stops when it is told to', () => {
  const feed = feedOf(rowsWith(1));
  feed.show(rowsWith(2));
  const stop = feed.show(rowsWith(3));
  expect(loads(feed)).toEqual([3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1]);
  stop();
  vi.runAllTimers();
  expect(loads(feed)).toEqual([3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1]);
});

it('knows when places or names are others', () => {
  const rows = rowsWith(1);
  const feed = feedOf(rows);
  expect(feed.hasPlacesOf(rowsWith(9), nameOf)).toBe(true);
  expect(feed.hasPlacesOf(rows.toReversed(), nameOf)).toBe(false);
  expect(feed.hasPlacesOf(rowsWith(1, 13), nameOf)).toBe(false);
  expect(feed.hasPlacesOf(rowsWith(1, 11), nameOf)).toBe(false);
  expect(feed.hasPlacesOf([{ id: '0', name: 'renamed', load: 1 }, ...rows.slice(1)], nameOf)).toBe(false);
});
