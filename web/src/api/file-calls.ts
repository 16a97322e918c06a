import type { FileEndpoints } from '@jadegate/contract/files/file-endpoints';
import type { FolderQuery } from '@jadegate/contract/files/files';
import type * as z from 'zod';

import { ApiError } from './api-error.ts';
import { call, callForFile } from './call.ts';
import { download, downloadOrdered } from './download.ts';
import { sendFile } from './send-file.ts';

type View = Omit<z.input<typeof FolderQuery>, 'dir'>;

/** The calls of a browser of files, whatever they are the files of. */
export function fileCalls(on: FileEndpoints, id: string) {
  const params = { id };
  return {
    list: (dir: string, view: View, signal: AbortSignal) =>
      call(on.page, { params, body: { dir, ...view }, signal }),
    read: async (file: string) => (await callForFile(on.download, { params, query: { file } })).content,
    download: (file: string) => download(on.download, { params, query: { file } }),
    downloadArchive: (files: readonly string[]) =>
      downloadOrdered(
        async () => (await call(on.orderArchive, { params, body: { files: [...files] } })).archiveId,
        (archiveId) => download(on.downloadArchive, { params, query: { archiveId } }),
      ),
    measure: (files: readonly string[], signal: AbortSignal) =>
      call(on.measure, { params, body: { files: [...files] }, signal }),
    makeFolder: (dir: string) => call(on.makeFolder, { params, query: { dir } }),
    newFile: (file: string) => call(on.newFile, { params, body: { file } }),
    rename: (oldName: string, newName: string) => call(on.rename, { params, query: { oldName, newName } }),
    copy: (from: string, to: string) => call(on.copy, { params, body: { from, to } }),
    remove: (file: string, taskId: string) => call(on.remove, { params, body: { file, taskId } }),
    removed: async (taskId: string) => (await call(on.removeProgress, { params, query: { taskId } })).removed,
    save: (file: string, contentBase64: string, expected: string | undefined) =>
      call(on.edit, { params, body: { file, contentBase64, ...(expected !== undefined && { expected }) } }),
    uploads: uploadCalls(on, id),
  };
}

interface Sent {
  offset: number;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

function uploadCalls(on: FileEndpoints, id: string) {
  const params = { id };
  return {
    send: (
      { id: uploadId, file, dir }: { id: string; file: File; dir: string },
      { offset, signal, onProgress }: Sent,
    ) =>
      sendFile(on.upload, {
        params,
        query: { dir, name: file.name, uploadId, offset, size: file.size },
        content: file.slice(offset),
        signal,
        onProgress,
      }),
    received: async (uploadId: string) => {
      try {
        return (await call(on.uploadState, { params, query: { uploadId } })).received;
      } catch (error) {
        if (error instanceof ApiError && error.error === 'file.upload_gone') {
          return undefined;
        }
        throw error;
      }
    },
    cancel: async (uploadId: string) => {
      await call(on.cancelUpload, { params, query: { uploadId } });
    },
  };
}
