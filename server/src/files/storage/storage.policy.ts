import type { StorageAccess, StorageShareMode } from '@jadegate/contract/files/storage';
import type { MenuId } from '@jadegate/contract/menu';

/** What somebody does with the files of a space. */
export type StorageAct = 'browse' | 'download' | 'upload' | 'mkdir' | 'rm' | 'rename' | 'edit';

const MENUS: Record<StorageAct, MenuId> = {
  browse: 'storage-browse',
  download: 'storage-browse-download',
  upload: 'storage-browse-upload',
  mkdir: 'storage-browse-mkdir',
  rm: 'storage-browse-rm',
  rename: 'storage-browse-rename',
  edit: 'storage-browse-edit',
};

/** Acts that change nothing. */
const READING: readonly StorageAct[] = ['browse', 'download'];

export interface StorageFacts {
  isOwner: boolean;
  /** By person and by groups. */
  modes: readonly StorageShareMode[];
  /** Of an administrator; nobody else holds any. */
  menus: readonly string[];
}

/** Why somebody sees a space; undefined for those to whom it is not there. */
export function accessTo({ isOwner, modes, menus }: StorageFacts): StorageAccess | undefined {
  if (isOwner) {
    return 'owner';
  }
  if (modes.length > 0) {
    return modes.includes('write') ? 'write' : 'read';
  }
  return menus.includes(MENUS.browse) ? 'admin' : undefined;
}

/** Owner and writers may do everything, readers look and download, administrators what their roles name. */
export function mayDo(facts: StorageFacts, act: StorageAct): boolean {
  const access = accessTo(facts);
  return (
    access === 'owner' ||
    access === 'write' ||
    (access === 'read' && READING.includes(act)) ||
    (facts.menus.includes(MENUS.browse) && facts.menus.includes(MENUS[act]))
  );
}
