import type { FileEntry } from '@jadegate/contract/files';

export function anEntry(change: Partial<FileEntry> = {}): FileEntry {
  const name = change.name ?? 'file.txt';
  return {
    name,
    path: `/home/me/${name}`,
    isDir: false,
    mode: '-rw-r--r--',
    isLink: false,
    modTime: '2026-01-01 00:00:00',
    size: 12,
    leadsToDir: false,
    permissions: 0o644,
    uid: 1000,
    gid: 1000,
    owner: 'me',
    group: 'staff',
    ...change,
  };
}
