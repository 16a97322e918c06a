/** Does the work for each item, at most so many at a time, and answers in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const run = async () => {
    for (const [index, item] of entries) {
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  return results;
}
