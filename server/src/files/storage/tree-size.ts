import { LIMITS } from '@jadegate/contract/limits';

import type { StoredEntry } from '../../storage/byte-store.ts';
import type { TreeSize } from './storage-ledger.repository.ts';

/** What so many folders and files of so many bytes take. A folder takes room, too: else a small space holds any number. */
export function spaceTaken({ folders = 0, files = 0, bytes = 0 }): TreeSize {
  return { used: bytes + folders * LIMITS.folderBytes, entries: folders + files };
}

/** What everything takes that is walked by. */
export async function sizeOf(entries: AsyncIterable<Pick<StoredEntry, 'kind' | 'size'>>): Promise<TreeSize> {
  const found = { folders: 0, files: 0, bytes: 0 };
  for await (const { kind, size } of entries) {
    found[kind === 'folder' ? 'folders' : 'files'] += 1;
    found.bytes += size;
  }
  return spaceTaken(found);
}
