import type { StorageLogRow } from '@jadegate/contract/files/storage-log';

/** A file that was downloaded, unless said otherwise. */
export function aStorageLogRow(given: Partial<StorageLogRow> = {}): StorageLogRow {
  return {
    id: 'file-1',
    assetId: 'asset-1',
    assetName: 'web-01',
    sessionId: 'session-1',
    mode: 'native',
    storageId: '',
    storageName: '',
    userId: 'user-1',
    userName: 'Mei',
    userAccount: 'mei',
    action: 'download',
    fileName: '/var/log/syslog',
    result: 'success',
    bytes: 2048,
    checksum: 'ab'.repeat(32),
    more: 0,
    created: '2026-11-15 03:20:00',
    ...given,
  };
}
