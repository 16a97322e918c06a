import type { SessionFileFlags } from '@jadegate/contract/session/session';
import {
  changeMode,
  copyFile,
  downloadArchive,
  downloadFile,
  editFile,
  listFolder,
  makeFolder,
  measureFiles,
  newFile,
  orderArchive,
  removeFile,
  removeProgress,
  renameFile,
  statFile,
} from '@jadegate/contract/session/session-files';

import { call, callForFile } from '../../../api/call.ts';
import { download, downloadOrdered } from '../../../api/download.ts';
import type { FileSource } from '../../../components/files/file-source.ts';
import { sessionUploads } from './session-uploads.ts';

/** The files of the machine behind a session. `forbidden` is said of what its strategy does not allow. */
export function sessionFileSource(sessionId: string, flags: SessionFileFlags, forbidden: string): FileSource {
  const params = { id: sessionId };
  return {
    key: `session ${sessionId}`,
    refusal: (...rights) => (rights.every((right) => flags[right] === '1') ? undefined : forbidden),
    home: async (signal) => (await call(statFile, { params, query: { file: '.' }, signal })).path,
    list: (dir, view, signal) => call(listFolder, { params, body: { dir, ...view }, signal }),
    read: async (file) => (await callForFile(downloadFile, { params, query: { file } })).content,
    download: (file) => download(downloadFile, { params, query: { file } }),
    downloadArchive: (files) =>
      downloadOrdered(
        async () => (await call(orderArchive, { params, body: { files: [...files] } })).archiveId,
        (archiveId) => download(downloadArchive, { params, query: { archiveId } }),
      ),
    measure: (files, signal) => call(measureFiles, { params, body: { files: [...files] }, signal }),
    newFile: (file) => call(newFile, { params, body: { file } }),
    makeFolder: (dir) => call(makeFolder, { params, query: { dir } }),
    rename: (oldName, newName) => call(renameFile, { params, query: { oldName, newName } }),
    copy: (from, to) => call(copyFile, { params, body: { from, to } }),
    remove: (file, taskId) => call(removeFile, { params, body: { file, taskId } }),
    removed: async (taskId) => (await call(removeProgress, { params, query: { taskId } })).removed,
    save: (file, contentBase64, expected) =>
      call(editFile, { params, body: { file, contentBase64, ...(expected !== undefined && { expected }) } }),
    chmod: (file, permissions) => call(changeMode, { params, body: { file, permissions } }),
    uploads: sessionUploads(sessionId),
  };
}
