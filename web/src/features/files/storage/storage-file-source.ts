import {
  cancelStorageUpload,
  copyStorageFile,
  downloadStorageArchive,
  downloadStorageFile,
  editStorageFile,
  listStorageFolder,
  makeStorageFolder,
  measureStorageFiles,
  newStorageFile,
  orderStorageArchive,
  removeStorageFile,
  renameStorageFile,
  searchStorageFiles,
  storageRemoveProgress,
  storageUploadState,
  uploadStorageFile,
} from '@jadegate/contract/files/storage-files';

import { ApiError } from '../../../api/api-error.ts';
import { call, callForFile } from '../../../api/call.ts';
import { download, downloadOrdered } from '../../../api/download.ts';
import { sendFile } from '../../../api/send-file.ts';
import type { FileSource } from '../../../components/files/file-source.ts';
import type { UploadTransport } from '../../../components/files/upload-queue.ts';

interface StorageSource {
  id: string;
  refusal: FileSource['refusal'];
  /** What is used of it is another amount now. */
  onChanged: () => void;
}

/** The files of a storage space. */
export function storageFileSource({ id, refusal, onChanged }: StorageSource): FileSource {
  const params = { id };
  const changing = async (doing: Promise<unknown>) => {
    try {
      await doing;
    } finally {
      onChanged();
    }
  };
  return {
    key: `storage ${id}`,
    refusal,
    home: () => Promise.resolve('/'),
    list: (dir, view, signal) => call(listStorageFolder, { params, body: { dir, ...view }, signal }),
    read: async (file) => (await callForFile(downloadStorageFile, { params, query: { file } })).content,
    download: (file) => download(downloadStorageFile, { params, query: { file } }),
    downloadArchive: (files) =>
      downloadOrdered(
        async () => (await call(orderStorageArchive, { params, body: { files: [...files] } })).archiveId,
        (archiveId) => download(downloadStorageArchive, { params, query: { archiveId } }),
      ),
    measure: (files, signal) => call(measureStorageFiles, { params, body: { files: [...files] }, signal }),
    makeFolder: (dir) => call(makeStorageFolder, { params, query: { dir } }),
    newFile: (file) => call(newStorageFile, { params, body: { file } }),
    rename: (oldName, newName) => call(renameStorageFile, { params, query: { oldName, newName } }),
    copy: (from, to) => changing(call(copyStorageFile, { params, body: { from, to } })),
    remove: (file, taskId) => changing(call(removeStorageFile, { params, body: { file, taskId } })),
    removed: async (taskId) => (await call(storageRemoveProgress, { params, query: { taskId } })).removed,
    save: (file, contentBase64, expected) =>
      changing(
        call(editStorageFile, {
          params,
          body: { file, contentBase64, ...(expected !== undefined && { expected }) },
        }),
      ),
    search: (dir, name, signal) => call(searchStorageFiles, { params, query: { dir, name }, signal }),
    uploads: storageUploads(id),
    onArrival: onChanged,
  };
}

function storageUploads(id: string): UploadTransport {
  const params = { id };
  return {
    send: async ({ id: uploadId, file, dir }, { offset, signal, onProgress }) => {
      await sendFile(uploadStorageFile, {
        params,
        query: { dir, name: file.name, uploadId, offset, size: file.size },
        content: file.slice(offset),
        signal,
        onProgress,
      });
    },
    received: async (uploadId) => {
      try {
        return (await call(storageUploadState, { params, query: { uploadId } })).received;
      } catch (error) {
        if (error instanceof ApiError && error.error === 'file.upload_gone') {
          return undefined;
        }
        throw error;
      }
    },
    cancel: async (uploadId) => {
      await call(cancelStorageUpload, { params, query: { uploadId } });
    },
  };
}
