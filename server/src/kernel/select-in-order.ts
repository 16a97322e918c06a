import { randomInt } from 'node:crypto';

import { Slices } from './slices.ts';

/** So many are sorted at once. */
const RUN = 256;
/** Comparisons between two looks at the clock. */
const LOOK_EVERY = 128;

type Compare<Item> = (a: Item, b: Item) => number;

/**
 * Those that stand from `start` up to, not including, `end` when the items are in order, in that order. The others are not
 * sorted: it takes a few comparisons for each item, however many there are, in slices of the event loop. The array is put
 * into another order.
 */
export async function selectInOrder<Item>(
  items: Item[],
  compare: Compare<Item>,
  { start, end }: { start: number; end: number },
  slices: Pick<Slices, 'isOver' | 'rest'> = new Slices(),
): Promise<Item[]> {
  const stop = Math.min(end, items.length);
  await divide(items, compare, { at: start, from: 0, to: items.length }, slices);
  await divide(items, compare, { at: stop, from: start, to: items.length }, slices);
  const selected: Item[] = [];
  for (let from = start; from < stop; from += RUN) {
    const at = Math.min(from + RUN, stop);
    await divide(items, compare, { at, from, to: stop }, slices);
    selected.push(...items.slice(from, at).toSorted(compare));
    if (slices.isOver) {
      await slices.rest();
    }
  }
  return selected;
}

/** Quickselect: afterwards nothing of `from` to `at` comes after anything of `at` to `to`. */
async function divide<Item>(
  items: Item[],
  compare: Compare<Item>,
  { at, from, to }: { at: number; from: number; to: number },
  slices: Pick<Slices, 'isOver' | 'rest'>,
): Promise<void> {
  let [low, high] = [from, to];
  let compared = 0;
  const mayGoOn = () => (compared += 1) % LOOK_EVERY !== 0 || !slices.isOver;
  while (low < at && at < high) {
    // Nobody can lay out a folder in which this always picks badly.
    const pivot = items[randomInt(low, high)] as Item;
    let [left, right] = [low, high - 1];
    while (left <= right) {
      while (compare(items[left] as Item, pivot) < 0) {
        left += 1;
        if (!mayGoOn()) {
          await slices.rest();
        }
      }
      while (compare(items[right] as Item, pivot) > 0) {
        right -= 1;
        if (!mayGoOn()) {
          await slices.rest();
        }
      }
      if (left <= right) {
        [items[left], items[right]] = [items[right] as Item, items[left] as Item];
        left += 1;
        right -= 1;
      }
    }
    if (at <= right) {
      high = right + 1;
    } else if (at > left) {
      low = left;
    } else {
      return;
    }
  }
}
