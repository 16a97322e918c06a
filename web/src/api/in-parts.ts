/** Ids stand in the path, and servers and proxies bound its length. */
const IDS_PER_CALL = 100;

/** One call after another, each with as many ids as a path can hold. */
export async function inParts(
  ids: readonly string[],
  send: (ids: string) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
    await send(ids.slice(start, start + IDS_PER_CALL).join(','));
  }
}
