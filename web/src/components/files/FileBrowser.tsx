import { DeleteOutlined, FolderAddOutlined } from '@ant-design/icons';
import { parentPath } from '@jadegate/contract/file-path';
import type { FileEntry } from '@jadegate/contract/session-files';
import { Flex, Skeleton, theme } from 'antd';
import { useEffect, useMemo, useState, useSyncExternalStore, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { RefusableButton } from '../RefusableButton.tsx';
import type { RowAction } from '../RowActions.tsx';
import { placeDropped, placePicked } from './dropped-files.ts';
import { opensAsFolder, sortEntries, type Sort } from './file-list.ts';
import type { FileSource } from './file-source.ts';
import { FileTable } from './FileTable.tsx';
import { PathBar } from './PathBar.tsx';
import { UploadQueue } from './upload-queue.ts';
import { UploadButton } from './UploadButton.tsx';
import { UploadList } from './UploadList.tsx';
import { useFileDialogs } from './useFileDialogs.tsx';
import { useFolder, useHome, useRefreshFolders } from './useFolder.ts';

interface FileBrowserProps {
  source: FileSource;
  /** Somebody sees it. Uploads go on while nobody does; nothing else is asked of the source. */
  isShown?: boolean;
  /** Somewhere to go now. Another object is another wish, though it names the same folder. */
  wish?: { path: string } | undefined;
  /** Below the path: what only this source has. */
  extra?: ReactNode;
}

/** The files of one source: looking around, changing what is there, and carrying files in and out. */
export function FileBrowser({ source, isShown = true, wish, extra }: FileBrowserProps) {
  const { t } = useTranslation('files');
  const { token } = theme.useToken();
  const home = useHome(source, isShown);
  const [chosen, setChosen] = useState<string>();
  const [sort, setSort] = useState<Sort>({ field: 'name', isDescending: false });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isOver, setIsOver] = useState(false);
  const path = chosen ?? home.data;
  const folder = useFolder(source, path);
  const refresh = useRefreshFolders(source);
  const { queue, uploads } = useUploads(source, refresh);
  const { refusal } = source;
  const { dialogs, ...dialog } = useFileDialogs({ path: path ?? '/', source, onChanged: refresh });
  const entries = useMemo(() => sortEntries(folder.data ?? [], sort), [folder.data, sort]);
  const picked = entries.filter((entry) => selected.includes(entry.path));

  const go = (target: string) => {
    setSelected([]);
    setChosen(target);
  };
  const [granted, setGranted] = useState<typeof wish>();
  if (wish !== granted) {
    setGranted(wish);
    if (wish) {
      go(wish.path);
    }
  }
  const openEntry = (entry: FileEntry) => {
    if (opensAsFolder(entry)) {
      go(entry.path);
    } else {
      dialog.editing.open(entry);
    }
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (path !== undefined && refusal('upload') === undefined) {
      void placeDropped(event.dataTransfer, path).then((files) => queue.add(files));
    }
  };
  const actionsFor = (entry: FileEntry): RowAction[] => [
    {
      key: 'download',
      label: t('action.download'),
      hidden: opensAsFolder(entry),
      refusal: refusal('download'),
      onClick: () => void source.download(entry.path),
    },
    {
      key: 'edit',
      label: t('action.edit'),
      hidden: opensAsFolder(entry),
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
      onClick: () => dialog.moving.open(entry),
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

  if (home.isError && path === undefined) {
    return <ErrorState error={home.error} onRetry={() => void home.refetch()} isRetrying={home.isFetching} />;
  }
  if (path === undefined) {
    return <Skeleton active paragraph={{ rows: 8 }} />;
  }
  return (
    <Flex
      vertical
      gap={12}
      style={{
        minHeight: '100%',
        outline: isOver ? `2px dashed ${token.colorPrimary}` : undefined,
        outlineOffset: 8,
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(refusal('upload') === undefined);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'ArrowUp') {
          event.preventDefault();
          go(parentPath(path));
        }
      }}
    >
      <PathBar
        path={path}
        home={home.data ?? '/'}
        isLoading={folder.isFetching}
        onGo={go}
        onRefresh={refresh}
      />
      {extra}
      <Flex gap={8} wrap>
        <UploadButton refusal={refusal('upload')} onPick={(files) => queue.add(placePicked(files, path))} />
        <UploadButton
          isFolder
          refusal={refusal('upload', 'createDir')}
          onPick={(files) => queue.add(placePicked(files, path))}
        />
        <RefusableButton
          icon={<FolderAddOutlined aria-hidden />}
          refusal={refusal('createDir')}
          onClick={() => dialog.folder.open(path)}
        >
          {t('action.newFolder')}
        </RefusableButton>
        {picked.length > 0 && (
          <RefusableButton
            danger
            icon={<DeleteOutlined aria-hidden />}
            refusal={refusal('delete')}
            onClick={() => dialog.removing.open(picked)}
          >
            {t('action.removeSelected', { count: picked.length })}
          </RefusableButton>
        )}
      </Flex>
      {folder.isError ? (
        <ErrorState
          error={folder.error}
          onRetry={() => void folder.refetch()}
          isRetrying={folder.isFetching}
        />
      ) : folder.data?.length === 0 ? (
        <EmptyState
          title={t('empty.title')}
          {...(refusal('upload') === undefined && { description: t('empty.help') })}
        />
      ) : (
        <FileTable
          entries={entries}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          onOpen={openEntry}
          actionsFor={actionsFor}
          isLoading={folder.isPending}
        />
      )}
      <UploadList uploads={uploads} queue={queue} />
      {dialogs}
    </Flex>
  );
}

/** Goes on while nobody sees it, and stops with the page. */
function useUploads({ uploads: transport }: FileSource, onDone: () => void) {
  const [queue] = useState(() => new UploadQueue(transport));
  useEffect(() => queue.onArrival(onDone), [queue, onDone]);
  const uploads = useSyncExternalStore(queue.subscribe, queue.list);
  return { queue, uploads };
}
