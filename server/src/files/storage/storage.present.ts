import type { FileEntry } from '@jadegate/contract/files/files';
import type { Storage, StorageAccess, StorageRow, VisibleStorage } from '@jadegate/contract/files/storage';

import { familyTime } from '../../kernel/family-time.ts';
import type { StoredEntry } from '../../storage/byte-store.ts';
import type { EnteredSpace } from './storage-file-access.ts';
import { isDefault, type ShareRecord, type StorageRecord } from './storage.repository.ts';

/** Files of a space have no owner and no bits of their own; clients of the family want to see some. */
const MODES = { file: '-rw-r--r--', folder: 'drwxr-xr-x', link: 'Lrwxrwxrwx', other: '?---------' } as const;
const PERMISSIONS = { file: 0o644, folder: 0o755, link: 0o777, other: 0 } as const;

export function presentEntry(entry: StoredEntry, space: EnteredSpace): FileEntry {
  const { name, kind, size, modifiedAt } = entry;
  return {
    name,
    path: space.pathOf(entry.path),
    isDir: kind === 'folder',
    mode: MODES[kind],
    isLink: kind === 'link',
    modTime: familyTime(modifiedAt),
    size,
    leadsToDir: false,
    permissions: PERMISSIONS[kind],
    uid: 0,
    gid: 0,
    owner: '',
    group: '',
  };
}

function presentCommon(space: StorageRecord) {
  return {
    id: space.id,
    name: space.name,
    isShare: space.is_share === 1,
    isDefault: isDefault(space),
    limitSize: space.limit_bytes,
    usedSize: space.used_bytes,
    owner: space.owner_id,
    ownerName: space.owner_name ?? '',
    created: familyTime(space.created_at),
  };
}

export function presentSpace(space: StorageRecord): StorageRow {
  return { ...presentCommon(space), shareCount: space.share_count };
}

export function presentVisible(space: StorageRecord, access: StorageAccess): VisibleStorage {
  return { ...presentCommon(space), access };
}

export function presentWhole(space: StorageRecord, shares: readonly ShareRecord[]): Storage {
  return {
    ...presentSpace(space),
    shares: shares.map((share) => ({
      kind: share.user_id === null ? 'user-group' : 'user',
      id: share.user_id ?? share.user_group_id ?? '',
      name: share.user_name ?? share.group_name ?? '',
      mode: share.mode,
    })),
  };
}
