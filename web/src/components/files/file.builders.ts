import type { FileEntry, FolderPage } from '@jadegate/contract/files/files';

import { filterEntries, opensAsFolder, sortEntries } from './file-list.ts';
import type { FolderView } from './file-source.ts';

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

/** What the server answers when a folder with these entries is asked for. */
export function aFolderPage(
  entries: readonly FileEntry[],
  { pageIndex = 1, pageSize = 200, field = 'name', order, name = '', ...view }: Partial<FolderView> = {},
): FolderPage {
  const fitting = filterEntries(entries, { text: name, showsHidden: true }).filter(
    (entry) => view.foldersOnly !== true || opensAsFolder(entry),
  );
  const shown = filterEntries(fitting, { text: '', showsHidden: view.showsHidden ?? false });
  const sorted = sortEntries(shown, { field, isDescending: order === 'descend' });
  return {
    items: sorted.slice((pageIndex - 1) * pageSize, pageIndex * pageSize),
    total: shown.length,
    hidden: fitting.length - shown.length,
    isWhole: true,
  };
}
