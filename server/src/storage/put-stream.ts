import type { ByteStore, Draft, Stored } from './byte-store.ts';

/** Stores what the source brings, whole or not at all. */
export async function putStream(
  store: Pick<ByteStore, 'begin'>,
  path: string,
  source: AsyncIterable<Uint8Array>,
): Promise<Stored> {
  const draft = await store.begin(path);
  return finish(draft, source);
}

async function finish(draft: Draft, source: AsyncIterable<Uint8Array>): Promise<Stored> {
  try {
    for await (const bytes of source) {
      await draft.write(bytes);
    }
    return await draft.commit();
  } catch (error) {
    await draft.abort();
    throw error;
  }
}
