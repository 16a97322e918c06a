import type { FileEntry } from '@jadegate/contract/files/files';
import type { TFunction } from 'i18next';

import type { RowAction } from '../RowActions.tsx';
import { opensAsFolder } from './file-list.ts';
import type { FileSource } from './file-source.ts';
import type { useFileDialogs } from './useFileDialogs.tsx';

type Dialogs = Omit<ReturnType<typeof useFileDialogs>, 'dialogs'>;

/** What can be done with one entry, in the order of its menu. */
export function actionsOf(
  entry: FileEntry,
  source: FileSource,
  dialog: Dialogs,
  t: TFunction<'files'>,
): RowAction[] {
  const { refusal } = source;
  const isFolder = opensAsFolder(entry);
  return [
    {
      key: 'download',
      label: t('action.download'),
      refusal: refusal('download'),
      onClick: () => void downloadAll(source, [entry]),
    },
    {
      key: 'edit',
      label: t('action.edit'),
      hidden: isFolder,
      refusal: refusal('edit', 'download'),
      onClick: () => dialog.editing.open(entry),
    },
    {
      key: 'rename',
      label: t('action.rename'),
      refusal: refusal('rename'),
      onClick: () => dialog.renaming.open(entry),
    },
    {
      key: 'move',
      label: t('action.move'),
      refusal: refusal('rename'),
      onClick: () => dialog.moving.open([entry]),
    },
    {
      key: 'copy',
      label: t('action.copy'),
      hidden: source.copy === undefined,
      refusal: refusal('upload'),
      onClick: () => dialog.copying.open([entry]),
    },
    {
      key: 'permissions',
      label: t('action.permissions'),
      hidden: entry.isLink || source.chmod === undefined,
      refusal: refusal('edit'),
      onClick: () => dialog.permissions.open(entry),
    },
    {
      key: 'remove',
      label: t('action.remove'),
      danger: true,
      refusal: refusal('delete'),
      onClick: () => dialog.removing.open([entry]),
    },
  ];
}

/** One file as it is, everything else as one archive. */
export function downloadAll(source: FileSource, entries: readonly FileEntry[]): Promise<void> {
  const [first] = entries;
  return first && entries.length === 1 && !opensAsFolder(first)
    ? source.download(first.path)
    : source.downloadArchive(entries.map(({ path }) => path));
}
