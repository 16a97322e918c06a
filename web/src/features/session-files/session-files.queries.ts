import {
  changeMode,
  downloadFile,
  editFile,
  listFiles,
  makeFolder,
  removeFile,
  removeProgress,
  renameFile,
  statFile,
} from '@jadegate/contract/session-files';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { call, callForFile } from '../../api/call.ts';

const KEY = 'session-files';

/** Where the login begins. */
export function useHome(sessionId: string, enabled: boolean) {
  return useQuery({
    queryKey: [KEY, sessionId, 'home'],
    queryFn: async ({ signal }) =>
      (await call(statFile, { params: { id: sessionId }, query: { file: '.' }, signal })).path,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'caller' },
  });
}

export function useFolder(sessionId: string, path: string | undefined) {
  return useQuery({
    queryKey: [KEY, sessionId, 'folder', path],
    queryFn: ({ signal }) =>
      call(listFiles, { params: { id: sessionId }, body: { dir: path ?? '/' }, signal }),
    enabled: path !== undefined,
    meta: { errors: 'caller' },
  });
}

/** Reads the folders of the session again. */
export function useRefreshFolders(sessionId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [KEY, sessionId, 'folder'] });
}

/** What can be done on the target. Each answers when it is done and throws when it is not. */
export function fileActions(sessionId: string) {
  const params = { id: sessionId };
  return {
    makeFolder: (dir: string) => call(makeFolder, { params, query: { dir } }),
    rename: (oldName: string, newName: string) => call(renameFile, { params, query: { oldName, newName } }),
    remove: (file: string, taskId: string) => call(removeFile, { params, body: { file, taskId } }),
    removed: async (taskId: string) => (await call(removeProgress, { params, query: { taskId } })).removed,
    chmod: (file: string, permissions: number) => call(changeMode, { params, body: { file, permissions } }),
    read: async (file: string) => {
      const { content } = await callForFile(downloadFile, { params, query: { file } });
      return new Uint8Array(await content.arrayBuffer());
    },
    save: (file: string, contentBase64: string, expected: string | undefined) =>
      call(editFile, { params, body: { file, contentBase64, ...(expected !== undefined && { expected }) } }),
  };
}

export type FileActions = ReturnType<typeof fileActions>;
