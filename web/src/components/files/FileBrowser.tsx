import { parentPath } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import { Alert, App, Flex, Skeleton, theme, Typography } from 'antd';
import { useEffect, useMemo, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { isFailure, readFailure } from '../failure.ts';
import { foldersToMake, placeDropped, placePicked } from './dropped-files.ts';
import { actionsOf, downloadAll } from './file-actions.ts';
import { filterEntries, opensAsFolder, sortEntries } from './file-list.ts';
import type { FileSource } from './file-source.ts';
import { FileFilter } from './FileFilter.tsx';
import { FileTable } from './FileTable.tsx';
import { FileToolbar } from './FileToolbar.tsx';
import { PathBar } from './PathBar.tsx';
import { previewOf } from './preview-kind.ts';
import { UploadList } from './UploadList.tsx';
import { useFileDialogs } from './useFileDialogs.tsx';
import { focusEntry, useFileKeys } from './useFileKeys.ts';
import { useFound, useHome, useRefreshFolders } from './useFolder.ts';
import { useFolderView } from './useFolderView.ts';
import { useUploads } from './useUploads.ts';

import styles from './FileBrowser.module.css';

interface FileBrowserProps {
  source: FileSource;
  /** Somebody sees it. Uploads go on while nobody does; nothing else is asked of the source. */
  isShown?: boolean;
  /** Somewhere to go now. Another object is another wish, though it names the same folder. */
  wish?: { path: string } | undefined;
  /** Behind the path: what only this source has. */
  extra?: ReactNode;
}

/** The files of one source: looking around, changing what is there, and carrying files in and out. */
export function FileBrowser({ source, isShown = true, wish, extra }: FileBrowserProps) {
  const { t } = useTranslation('files');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const place = useRef<HTMLDivElement>(null);
  const home = useHome(source, isShown);
  const [chosen, setChosen] = useState<string>();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isOver, setIsOver] = useState(false);
  const [wanted, setWanted] = useState<string>();
  /** Who gets the keyboard when the next folder is there: whoever came by keyboard goes on so. */
  const focusNext = useRef<{ folder: string; entry?: string | undefined; isLast?: boolean }>(undefined);
  const path = chosen ?? home.data;
  const view = useFolderView(source, path);
  const { folder, sort, page, text, showsHidden } = view;
  const found = useFound(source, path, wanted);
  const shown = wanted === undefined ? folder : found;
  const refresh = useRefreshFolders(source);
  const queue = useUploads(source, refresh);
  const { refusal } = source;
  const { dialogs, ...dialog } = useFileDialogs({ path: path ?? '/', source, onChanged: refresh });
  const entries = useMemo(
    () =>
      wanted === undefined
        ? (folder.data?.items ?? [])
        : sortEntries(filterEntries(found.data?.items ?? [], { text, showsHidden }), sort),
    [wanted, folder.data, found.data, text, showsHidden, sort],
  );
  const total = wanted === undefined ? (folder.data?.total ?? 0) : entries.length;
  const picked = entries.filter((entry) => selected.includes(entry.path));

  const show = (target: string) => {
    setSelected([]);
    view.reset();
    setWanted(undefined);
    setChosen(target);
  };
  const [granted, setGranted] = useState<typeof wish>();
  if (wish !== granted) {
    setGranted(wish);
    if (wish) {
      show(wish.path);
    }
  }
  const go = (target: string, focus?: string) => {
    const { activeElement } = document;
    const isByRow = place.current?.contains(activeElement) === true && activeElement?.tagName === 'BUTTON';
    focusNext.current = isByRow ? { folder: target, entry: focus } : undefined;
    show(target);
  };
  const goUp = () => path !== undefined && path !== '/' && go(parentPath(path), path);
  useEffect(() => {
    const isThere = folder.data !== undefined && !folder.isPlaceholderData;
    if (isThere && focusNext.current?.folder === path && place.current) {
      focusEntry(place.current, focusNext.current?.entry, focusNext.current?.isLast);
      focusNext.current = undefined;
    }
    // A page that was seen before is there at once: what it holds tells it from the one before.
  }, [folder.data, folder.isPlaceholderData, path]);

  const turnTo = (next: number) => {
    setSelected([]);
    view.setPage(next);
  };
  const turnByKey = (by: 1 | -1) => {
    const next = page + by;
    if (path !== undefined && wanted === undefined && next >= 1 && next <= view.pages) {
      focusNext.current = { folder: path, isLast: by === -1 };
      turnTo(next);
    }
  };

  const openEntry = (entry: FileEntry) => {
    if (opensAsFolder(entry)) {
      go(entry.path);
    } else if (previewOf(entry.name)) {
      dialog.previewing.open(entry);
    } else {
      dialog.editing.open(entry);
    }
  };
  const at = (entryPath: string | undefined) => entries.filter((entry) => entry.path === entryPath);
  const handleKey = useFileKeys({
    onUp: goUp,
    onRename: (entryPath) =>
      refusal('rename') === undefined && at(entryPath).forEach((entry) => dialog.renaming.open(entry)),
    onRemove: (entryPath) => {
      const doomed = picked.length > 0 ? picked : at(entryPath);
      if (doomed.length > 0 && refusal('delete') === undefined) {
        dialog.removing.open(doomed);
      }
    },
    onSelectAll: () => setSelected(entries.map((entry) => entry.path)),
    onEdge: turnByKey,
  });
  const takeDropped = async (data: DataTransfer, into: string) => {
    const { files, emptyFolders } = await placeDropped(data, into);
    queue.add(files);
    try {
      for (const made of foldersToMake(emptyFolders, into)) {
        await source.makeFolder(made).catch((error: unknown) => {
          // It was there before, or a file that came along has brought it.
          if (!isFailure(error, 'file.exists')) {
            throw error;
          }
        });
      }
    } catch (error) {
      void message.error(readFailure(error).message);
    }
    if (emptyFolders.length > 0) {
      refresh();
    }
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (path !== undefined && refusal('upload') === undefined) {
      void takeDropped(event.dataTransfer, path);
    }
  };

  if (home.isError && path === undefined) {
    return <ErrorState error={home.error} onRetry={() => void home.refetch()} isRetrying={home.isFetching} />;
  }
  if (path === undefined) {
    return <Skeleton active paragraph={{ rows: 8 }} />;
  }
  return (
    <Flex
      ref={place}
      vertical
      gap={8}
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
      onKeyDown={handleKey}
    >
      <div className={styles.head}>
        <div className={styles.rows}>
          <PathBar
            path={path}
            home={home.data ?? '/'}
            isLoading={shown.isFetching}
            onGo={(target) => go(target)}
            onRefresh={refresh}
            extra={extra}
          />
          <div className={styles.tools}>
            <FileToolbar
              source={source}
              picked={picked}
              total={picked.length === entries.length && total > entries.length ? total : undefined}
              onUpload={(files) => queue.add(placePicked(files, path))}
              onNewFolder={() => dialog.folder.open(path)}
              onNewFile={() => dialog.file.open(path)}
              onDownload={() => void downloadAll(source, picked)}
              onMove={() => dialog.moving.open(picked)}
              onCopy={() => dialog.copying.open(picked)}
              onRemove={() => dialog.removing.open(picked)}
            />
            <FileFilter
              text={text}
              onText={view.setText}
              showsHidden={showsHidden}
              onShowHidden={view.setShowsHidden}
              onSearch={source.search && (() => setWanted(text.trim()))}
              isSearch={wanted !== undefined}
              onLeaveSearch={() => {
                setWanted(undefined);
                view.reset();
              }}
            />
          </div>
        </div>
      </div>
      {wanted !== undefined && found.data && !found.data.isWhole && (
        <Alert type="info" showIcon title={t('search.more', { count: found.data.items.length })} />
      )}
      {shown.isError ? (
        <ErrorState error={shown.error} onRetry={() => void shown.refetch()} isRetrying={shown.isFetching} />
      ) : shown.isSuccess && !shown.isPlaceholderData && total === 0 ? (
        <NothingHere
          isFiltered={view.name !== '' || wanted !== undefined}
          hidden={folder.data?.hidden ?? 0}
          help={refusal('upload') === undefined}
        />
      ) : (
        <FileTable
          entries={entries}
          sort={sort}
          onSort={(next) => {
            setSelected([]);
            view.setSort(next);
          }}
          selected={selected}
          onSelect={setSelected}
          onOpen={openEntry}
          actionsFor={(entry) => actionsOf(entry, source, dialog, t)}
          isLoading={shown.isPending || shown.isPlaceholderData}
          hasOwners={source.chmod !== undefined}
          isFound={wanted !== undefined}
          paging={wanted === undefined ? { page, total, onPage: turnTo } : undefined}
        />
      )}
      {wanted === undefined && folder.data && total > 0 && (
        <FolderCount total={total} isWhole={folder.data.isWhole} isFiltered={view.name !== ''} />
      )}
      <UploadList queue={queue} />
      {dialogs}
    </Flex>
  );
}

/** How many entries there are, of which a page is shown. */
function FolderCount({
  total,
  isWhole,
  isFiltered,
}: {
  total: number;
  isWhole: boolean;
  isFiltered: boolean;
}) {
  const { t } = useTranslation('files');
  return (
    <>
      {!isWhole && <Alert type="warning" showIcon title={t('total.notWhole')} />}
      <Typography.Text type="secondary" role="status">
        {isFiltered ? t('total.matching', { count: total }) : t('total.all', { count: total })}
      </Typography.Text>
    </>
  );
}

/** Why no entry is shown: there is none, none fits, or they are hidden. */
function NothingHere({ isFiltered, hidden, help }: { isFiltered: boolean; hidden: number; help: boolean }) {
  const { t } = useTranslation('files');
  if (isFiltered) {
    return <EmptyState title={t('empty.filtered')} />;
  }
  if (hidden > 0) {
    return <EmptyState title={t('empty.hidden', { count: hidden })} />;
  }
  return <EmptyState title={t('empty.title')} {...(help && { description: t('empty.help') })} />;
}
