import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { FileSource, FolderView } from './file-source.ts';

const KEY = 'files';

/** Where one begins. */
export function useHome(source: FileSource, enabled: boolean) {
  return useQuery({
    queryKey: [KEY, source.key, 'home'],
    queryFn: ({ signal }) => source.home(signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'caller' },
  });
}

/** A page of a folder. While another page or order of it is on its way, the one before stays. */
export function useFolder(source: FileSource, path: string | undefined, view: FolderView) {
  return useQuery({
    queryKey: [KEY, source.key, 'folder', path, view],
    queryFn: ({ signal }) => source.list(path ?? '/', view, signal),
    enabled: path !== undefined,
    placeholderData: (before, query) => (query?.queryKey[3] === path ? before : undefined),
    meta: { errors: 'caller' },
  });
}

const FOLDERS_AT_ONCE = 200;

/** The folders in a folder, and more of them when they are asked for. */
export function useFoldersIn(source: FileSource, path: string, showsHidden: boolean) {
  return useInfiniteQuery({
    queryKey: [KEY, source.key, 'folder', path, 'folders', showsHidden],
    queryFn: ({ signal, pageParam }) =>
      source.list(
        path,
        { pageIndex: pageParam, pageSize: FOLDERS_AT_ONCE, showsHidden, foldersOnly: true },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * FOLDERS_AT_ONCE < total ? pages.length + 1 : undefined,
    meta: { errors: 'caller' },
  });
}

/** What was looked for below a folder. */
export function useFound(source: FileSource, path: string | undefined, name: string | undefined) {
  const { search } = source;
  return useQuery({
    queryKey: [KEY, source.key, 'folder', path, 'search', name],
    queryFn: ({ signal }) =>
      search?.(path ?? '/', name ?? '', signal) ?? Promise.resolve({ items: [], isWhole: true }),
    enabled: search !== undefined && path !== undefined && name !== undefined,
    meta: { errors: 'caller' },
  });
}

/** Reads the folders of the source again. */
export function useRefreshFolders({ key }: FileSource): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: [KEY, key, 'folder'] }), [client, key]);
}
