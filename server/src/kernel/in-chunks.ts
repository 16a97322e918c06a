import { setImmediate } from 'node:timers/promises';

/** The items in order, so many at a time. */
export function* inChunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) {
    yield items.slice(start, start + size);
  }
}

/** Lets everything that waits for the event loop have its turn. To be awaited between chunks of computing. */
export async function breathe(): Promise<void> {
  await setImmediate();
}
