import { baseName, isFileName, joinPath, parentPath, showName } from '@jadegate/contract/file-path';
import type { FileEntry } from '@jadegate/contract/session-files';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useOverlay } from '../../hooks/useOverlay.ts';
import { ConfirmModal } from '../ConfirmModal.tsx';
import { typedPath } from './file-list.ts';
import type { FileSource } from './file-source.ts';
import { FileEditorModal } from './FileEditorModal.tsx';
import { PathModal } from './PathModal.tsx';
import { PermissionsModal } from './PermissionsModal.tsx';
import { newTaskId } from './upload-queue.ts';

const ASK_EVERY_MS = 700;

interface Options {
  path: string;
  source: FileSource;
  onChanged: () => void;
}

/** The dialogs of a file browser: what opens them, and the dialogs themselves. */
export function useFileDialogs({ path, source, onChanged }: Options) {
  const { t } = useTranslation('files');
  const folder = useOverlay<string>();
  const renaming = useOverlay<FileEntry>();
  const moving = useOverlay<FileEntry>();
  const permissions = useOverlay<FileEntry>();
  const editing = useOverlay<FileEntry>();
  const removing = useOverlay<readonly FileEntry[]>();
  const done = async (doing: Promise<unknown>) => {
    try {
      await doing;
    } finally {
      onChanged();
    }
  };
  const checkName = (name: string) => (isFileName(name) ? undefined : t('name.invalid'));
  const dialogs = (
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
        <PathModal
          key={`move ${moving.target.path} ${String(moving.isOpen)}`}
          open={moving.isOpen}
          title={t('move.title', { name: showName(moving.target.name) })}
          label={t('move.label')}
          okText={t('move.ok')}
          initial={path}
          check={(text) => (typedPath(text, path) === undefined ? t('path.invalid') : undefined)}
          onSubmit={(text) => {
            const from = moving.target?.path ?? '';
            return done(source.rename(from, joinPath(typedPath(text, path) ?? path, baseName(from))));
          }}
          onClose={moving.close}
        />
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
        <FileEditorModal
          key={`edit ${editing.target.path} ${String(editing.isOpen)}`}
          open={editing.isOpen}
          entry={editing.target}
          source={source}
          onClose={editing.close}
          onSaved={onChanged}
        />
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
  return { dialogs, folder, renaming, moving, permissions, editing, removing };
}

interface RemoveDialogProps {
  open: boolean;
  entries: readonly FileEntry[];
  source: FileSource;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before files go, and counts while they do. */
function RemoveDialog({ open, entries, source, onChanged, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('files');
  const [task, setTask] = useState<string>();
  const [removed, setRemoved] = useState(0);
  useEffect(() => {
    const { removed: ask } = source;
    if (task === undefined || !ask) {
      return undefined;
    }
    const timer = setInterval(() => {
      ask(task).then(setRemoved, () => undefined);
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [task, source]);

  const remove = async () => {
    try {
      for (const { path } of entries) {
        const taskId = newTaskId();
        setRemoved(0);
        setTask(taskId);
        await source.remove(path, taskId);
      }
    } finally {
      setTask(undefined);
      onChanged();
    }
  };
  const [first] = entries;
  const hasFolders = entries.some(({ isDir }) => isDir);
  const title =
    entries.length === 1 && first
      ? t('remove.one', { name: showName(first.name) })
      : t('remove.many', { count: entries.length });
  return (
    <ConfirmModal
      open={open}
      title={title}
      consequence={
        <>
          <div>{hasFolders ? t('remove.folders') : t('remove.files')}</div>
          {task !== undefined && removed > 0 && (
            <div role="status">{t('remove.progress', { count: removed })}</div>
          )}
        </>
      }
      confirmLabel={t('remove.ok')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
