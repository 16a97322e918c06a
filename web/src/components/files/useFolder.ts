import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { FileSource } from './file-source.ts';

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

export function useFolder(source: FileSource, path: string | undefined) {
  return useQuery({
    queryKey: [KEY, source.key, 'folder', path],
    queryFn: ({ signal }) => source.list(path ?? '/', signal),
    enabled: path !== undefined,
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
