/** Everything that comes in pieces. */
export async function allPieces<Item>(pieces: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const piece of pieces) {
    items.push(...piece);
  }
  return items;
}
