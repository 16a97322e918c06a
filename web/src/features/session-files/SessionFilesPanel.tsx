import { DeleteOutlined, FolderAddOutlined, FolderOpenOutlined, UploadOutlined } from '@ant-design/icons';
import { parentPath } from '@jadegate/contract/file-path';
import type { SessionFileFlags } from '@jadegate/contract/session';
import type { FileEntry } from '@jadegate/contract/session-files';
import { downloadFile } from '@jadegate/contract/session-files';
import { Flex, Skeleton, theme } from 'antd';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from '../../api/download.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { RefusableButton } from '../../components/RefusableButton.tsx';
import type { RowAction } from '../../components/RowActions.tsx';
import { placeDropped, placePicked } from './dropped-files.ts';
import { opensAsFolder, sortEntries, type Sort } from './file-list.ts';
import { FileTable } from './FileTable.tsx';
import { PathBar } from './PathBar.tsx';
import { fileActions, useFolder, useHome, useRefreshFolders } from './session-files.queries.ts';
import { UploadQueue } from './upload-queue.ts';
import { uploadTransport } from './upload-transport.ts';
import { UploadList } from './UploadList.tsx';
import { useFileDialogs } from './useFileDialogs.tsx';

/** What the person may do with the files of the session, as the server said when it was made. */
export type FileFlags = SessionFileFlags;

interface SessionFilesPanelProps {
  sessionId: string;
  flags: FileFlags;
  /** Somebody sees it. Uploads go on while nobody does; nothing else is asked of the machine. */
  isShown: boolean;
}

/** The files of the machine behind a session. Whoever hosts it gives it a place and a title. */
export function SessionFilesPanel({ sessionId, flags, isShown }: SessionFilesPanelProps) {
  const { t } = useTranslation('session-files');
  return flags.fileSystem === '1' ? (
    <SessionFiles key={sessionId} sessionId={sessionId} flags={flags} isShown={isShown} />
  ) : (
    <EmptyState title={t('none.title')} description={t('none.help')} />
  );
}

function SessionFiles({ sessionId, flags, isShown }: SessionFilesPanelProps) {
  const { t } = useTranslation('session-files');
  const { token } = theme.useToken();
  const home = useHome(sessionId, isShown);
  const [chosen, setChosen] = useState<string>();
  const [sort, setSort] = useState<Sort>({ field: 'name', isDescending: false });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isOver, setIsOver] = useState(false);
  const path = chosen ?? home.data;
  const folder = useFolder(sessionId, path);
  const refresh = useRefreshFolders(sessionId);
  const actions = useMemo(() => fileActions(sessionId), [sessionId]);
  const { queue, uploads } = useUploads(sessionId, refresh);
  const may = (...names: (keyof FileFlags)[]) =>
    names.every((name) => flags[name] === '1') ? undefined : t('forbidden');
  const { dialogs, ...dialog } = useFileDialogs({
    path: path ?? '/',
    actions,
    editRefusal: may('edit'),
    onChanged: refresh,
  });
  const entries = useMemo(() => sortEntries(folder.data ?? [], sort), [folder.data, sort]);
  const picked = entries.filter((entry) => selected.includes(entry.path));

  const go = (target: string) => {
    setSelected([]);
    setChosen(target);
  };
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
    if (path !== undefined && may('upload') === undefined) {
      void placeDropped(event.dataTransfer, path).then((files) => queue.add(files));
    }
  };
  const actionsFor = (entry: FileEntry): RowAction[] => [
    {
      key: 'download',
      label: t('action.download'),
      hidden: opensAsFolder(entry),
      refusal: may('download'),
      onClick: () => void download(downloadFile, { params: { id: sessionId }, query: { file: entry.path } }),
    },
    {
      key: 'edit',
      label: t('action.edit'),
      hidden: opensAsFolder(entry),
      refusal: may('edit') ?? may('download'),
      onClick: () => dialog.editing.open(entry),
    },
    {
      key: 'rename',
      label: t('action.rename'),
      refusal: may('rename'),
      onClick: () => dialog.renaming.open(entry),
    },
    {
      key: 'move',
      label: t('action.move'),
      refusal: may('rename'),
      onClick: () => dialog.moving.open(entry),
    },
    {
      key: 'permissions',
      label: t('action.permissions'),
      hidden: entry.isLink,
      refusal: may('edit'),
      onClick: () => dialog.permissions.open(entry),
    },
    {
      key: 'remove',
      label: t('action.remove'),
      danger: true,
      refusal: may('delete'),
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
        setIsOver(may('upload') === undefined);
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
      <Flex gap={8} wrap>
        <UploadButton refusal={may('upload')} onPick={(files) => queue.add(placePicked(files, path))} />
        <UploadButton
          isFolder
          refusal={may('upload', 'createDir')}
          onPick={(files) => queue.add(placePicked(files, path))}
        />
        <RefusableButton
          icon={<FolderAddOutlined aria-hidden />}
          refusal={may('createDir')}
          onClick={() => dialog.folder.open(path)}
        >
          {t('action.newFolder')}
        </RefusableButton>
        {picked.length > 0 && (
          <RefusableButton
            danger
            icon={<DeleteOutlined aria-hidden />}
            refusal={may('delete')}
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
          {...(may('upload') === undefined && { description: t('empty.help') })}
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

/** Goes on while nobody sees the panel, and stops with the page. */
function useUploads(sessionId: string, onDone: () => void) {
  const [queue] = useState(() => new UploadQueue(uploadTransport(sessionId)));
  useEffect(() => queue.onArrival(onDone), [queue, onDone]);
  const uploads = useSyncExternalStore(queue.subscribe, queue.list);
  return { queue, uploads };
}

interface UploadButtonProps {
  isFolder?: boolean;
  refusal: string | undefined;
  onPick: (files: FileList) => void;
}

function UploadButton({ isFolder = false, refusal, onPick }: UploadButtonProps) {
  const { t } = useTranslation('session-files');
  const picker = useRef<HTMLInputElement>(null);
  const label = isFolder ? t('action.uploadFolder') : t('action.uploadFiles');
  return (
    <>
      <RefusableButton
        icon={isFolder ? <FolderOpenOutlined aria-hidden /> : <UploadOutlined aria-hidden />}
        refusal={refusal}
        onClick={() => picker.current?.click()}
      >
        {label}
      </RefusableButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={(event) => {
          if (event.target.files) {
            onPick(event.target.files);
          }
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
