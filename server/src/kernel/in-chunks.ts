import { setImmediate } from 'node:timers/promises';

/** The items in order, so many at a time. */
export function* inChunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) {
    yield items.slice(start, start + size);
  }
}

/** Lets everything that waits for the event loop have its turn. To be awaited between chunks of computing. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** As `map`, so many items in one turn of the event loop: for lists whose items are work. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  perTurn: number,
  make: (item: Item) => Result,
): Promise<Result[]> {
  const made: Result[] = [];
  for (const chunk of inChunks(items, perTurn)) {
    if (made.length > 0) {
      await yieldToEventLoop();
    }
    made.push(...chunk.map(make));
  }
  return made;
}
