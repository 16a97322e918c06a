import { showName } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../format/size.ts';
import { ConfirmModal } from '../ConfirmModal.tsx';
import type { FileSource } from './file-source.ts';
import { newTaskId } from './upload-queue.ts';

const ASK_EVERY_MS = 700;

interface RemoveDialogProps {
  open: boolean;
  entries: readonly FileEntry[];
  source: FileSource;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before files go, says how many, and counts while they do. */
export function RemoveDialog({ open, entries, source, onChanged, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('files');
  const [task, setTask] = useState<string>();
  const [removed, setRemoved] = useState(0);
  const hasFolders = entries.some(({ isDir }) => isDir);
  const paths = entries.map(({ path }) => path);
  const count = useQuery({
    queryKey: ['files', source.key, 'count', paths],
    queryFn: ({ signal }) => source.measure(paths, signal),
    enabled: open && hasFolders,
    staleTime: 0,
    meta: { errors: 'caller' },
  });
  useEffect(() => {
    if (task === undefined) {
      return undefined;
    }
    const timer = setInterval(() => {
      source.removed(task).then(setRemoved, () => undefined);
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [task, source]);

  const remove = async () => {
    try {
      for (const path of paths) {
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
  const title =
    entries.length === 1 && first
      ? t('remove.one', { name: showName(first.name) })
      : t('remove.many', { count: entries.length });
  const counted = () => {
    if (count.isPending) {
      return t('remove.counting');
    }
    if (!count.data) {
      return undefined;
    }
    const { files, folders, bytes, isWhole } = count.data;
    const words = { files, folders, size: formatSize(bytes) };
    return isWhole ? t('remove.counted', words) : t('remove.countedMore', words);
  };
  return (
    <ConfirmModal
      open={open}
      title={title}
      consequence={
        <>
          {hasFolders && <div role="status">{counted()}</div>}
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
