import type { StorageRow, VisibleStorage } from '@jadegate/contract/files/storage';

/** A space of somebody else, unless said otherwise. */
export function aStorageRow(given: Partial<StorageRow> = {}): StorageRow {
  return {
    id: 'space-1',
    name: 'reports',
    isShare: false,
    isDefault: false,
    limitSize: 10 * 1024 ** 3,
    usedSize: 5 * 1024 ** 3,
    owner: 'user-9',
    ownerName: 'Mei',
    shareCount: 0,
    created: '2026-11-15 03:20:00',
    ...given,
  };
}

export function aVisibleStorage(given: Partial<VisibleStorage> = {}): VisibleStorage {
  const { shareCount: _shareCount, ...row } = aStorageRow();
  return { ...row, access: 'owner', ...given };
}
