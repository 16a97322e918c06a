import { baseName, isFileName, joinPath, parentPath, showName } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useOverlay } from '../../hooks/useOverlay.ts';
import type { FileSource } from './file-source.ts';
import { PathModal } from './PathModal.tsx';
import { PermissionsModal } from './PermissionsModal.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

const FileEditorModal = lazy(async () => ({
  default: (await import('./FileEditorModal.tsx')).FileEditorModal,
}));
const FolderModal = lazy(async () => ({ default: (await import('./FolderModal.tsx')).FolderModal }));
const FilePreviewModal = lazy(async () => ({
  default: (await import('./FilePreviewModal.tsx')).FilePreviewModal,
}));

interface Options {
  path: string;
  source: FileSource;
  onChanged: () => void;
}

/** The dialogs of a file browser: what opens them, and the dialogs themselves. */
export function useFileDialogs({ path, source, onChanged }: Options) {
  const { t } = useTranslation('files');
  const folder = useOverlay<string>();
  const file = useOverlay<string>();
  const renaming = useOverlay<FileEntry>();
  const moving = useOverlay<readonly FileEntry[]>();
  const copying = useOverlay<readonly FileEntry[]>();
  const permissions = useOverlay<FileEntry>();
  const editing = useOverlay<FileEntry>();
  const previewing = useOverlay<FileEntry>();
  const removing = useOverlay<readonly FileEntry[]>();
  const done = async (doing: Promise<unknown>) => {
    try {
      await doing;
    } finally {
      onChanged();
    }
  };
  const checkName = (name: string) => (isFileName(name) ? undefined : t('name.invalid'));
  /** One after the other: the first that fails stops the rest, and says which it was. */
  const each = async (
    entries: readonly FileEntry[] | undefined,
    folder: string,
    act: ((from: string, to: string) => Promise<unknown>) | undefined,
  ) => {
    for (const entry of entries ?? []) {
      await act?.(entry.path, joinPath(folder, baseName(entry.path)));
    }
  };
  const create = async (name: string) => {
    await source.newFile(joinPath(path, name));
    if (source.refusal('edit') === undefined) {
      editing.open(emptyFile(joinPath(path, name)));
    }
  };

  const dialogs: ReactNode = (
    <>
      {folder.target !== undefined && (
        <PathModal
          key={`folder ${String(folder.isOpen)}`}
          open={folder.isOpen}
          title={t('folder.title')}
          label={t('folder.label')}
          okText={t('folder.ok')}
          initial=""
          check={checkName}
          onSubmit={(name) => done(source.makeFolder(joinPath(path, name)))}
          onClose={folder.close}
        />
      )}
      {file.target !== undefined && (
        <PathModal
          key={`file ${String(file.isOpen)}`}
          open={file.isOpen}
          title={t('file.title')}
          label={t('file.label')}
          okText={t('folder.ok')}
          initial=""
          check={checkName}
          onSubmit={(name) => done(create(name))}
          onClose={file.close}
        />
      )}
      {renaming.target && (
        <PathModal
          key={`rename ${renaming.target.path} ${String(renaming.isOpen)}`}
          open={renaming.isOpen}
          title={t('rename.title', { name: showName(renaming.target.name) })}
          label={t('rename.label')}
          okText={t('rename.ok')}
          initial={renaming.target.name}
          check={checkName}
          onSubmit={(name) => {
            const from = renaming.target?.path ?? '';
            return done(source.rename(from, joinPath(parentPath(from), name)));
          }}
          onClose={renaming.close}
        />
      )}
      {moving.target && (
        <Suspense fallback={null}>
          <FolderModal
            key={`move ${String(moving.isOpen)}`}
            open={moving.isOpen}
            title={titleOf(
              moving.target,
              (name) => t('move.title', { name }),
              (count) => t('move.many', { count }),
            )}
            okText={t('move.ok')}
            source={source}
            entries={moving.target}
            from={path}
            onSubmit={(to) => done(each(moving.target, to, source.rename))}
            onClose={moving.close}
          />
        </Suspense>
      )}
      {copying.target && (
        <Suspense fallback={null}>
          <FolderModal
            key={`copy ${String(copying.isOpen)}`}
            open={copying.isOpen}
            title={titleOf(
              copying.target,
              (name) => t('copy.title', { name }),
              (count) => t('copy.many', { count }),
            )}
            okText={t('copy.ok')}
            source={source}
            entries={copying.target}
            from={path}
            onSubmit={(to) => done(each(copying.target, to, source.copy))}
            onClose={copying.close}
          />
        </Suspense>
      )}
      {permissions.target && (
        <PermissionsModal
          key={`mode ${permissions.target.path} ${String(permissions.isOpen)}`}
          open={permissions.isOpen}
          entry={permissions.target}
          onSubmit={(mode) => done(source.chmod?.(permissions.target?.path ?? '', mode) ?? Promise.resolve())}
          onClose={permissions.close}
        />
      )}
      {editing.target && (
        <Suspense fallback={null}>
          <FileEditorModal
            key={`edit ${editing.target.path} ${String(editing.isOpen)}`}
            open={editing.isOpen}
            entry={editing.target}
            source={source}
            onClose={editing.close}
            onSaved={onChanged}
          />
        </Suspense>
      )}
      {previewing.target && (
        <Suspense fallback={null}>
          <FilePreviewModal
            key={`preview ${previewing.target.path} ${String(previewing.isOpen)}`}
            open={previewing.isOpen}
            entry={previewing.target}
            source={source}
            onClose={previewing.close}
          />
        </Suspense>
      )}
      {removing.target && (
        <RemoveDialog
          open={removing.isOpen}
          entries={removing.target}
          source={source}
          onChanged={onChanged}
          onClose={removing.close}
        />
      )}
    </>
  );
  return { dialogs, folder, file, renaming, moving, copying, permissions, editing, previewing, removing };
}

function titleOf(
  entries: readonly FileEntry[],
  one: (name: string) => string,
  many: (count: number) => string,
): string {
  const [first] = entries;
  return entries.length === 1 && first ? one(showName(first.name)) : many(entries.length);
}

/** What was just made, before the folder was read again. */
function emptyFile(path: string): FileEntry {
  return {
    name: baseName(path),
    path,
    isDir: false,
    isLink: false,
    leadsToDir: false,
    mode: '',
    modTime: '',
    size: 0,
    permissions: 0,
    uid: 0,
    gid: 0,
    owner: '',
    group: '',
  };
}
