import type { FileCount, FileEntry, FileSortField, FolderPage } from '@jadegate/contract/files/files';

import type { UploadTransport } from './upload-queue.ts';

/** What somebody may be allowed to do with files, each for itself. */
export type FileRight = 'upload' | 'download' | 'delete' | 'rename' | 'edit' | 'createDir';

/** Which part of a folder is to be seen. */
export interface FolderView {
  pageIndex: number;
  pageSize: number;
  field?: FileSortField;
  order?: 'ascend' | 'descend';
  /** Only those whose name contains it. */
  name?: string;
  showsHidden?: boolean;
  foldersOnly?: boolean;
}

/**
 * Where the files of a browser lie: the machine behind a session, a storage space. Each call answers when it is done and
 * throws when it is not. What is missing cannot be done there.
 */
export interface FileSource {
  /** Tells it apart from the others. */
  key: string;
  /** Why this may not be done; undefined when it may. */
  refusal: (...rights: FileRight[]) => string | undefined;
  /** Where one begins. */
  home: (signal: AbortSignal) => Promise<string>;
  list: (folder: string, view: FolderView, signal: AbortSignal) => Promise<FolderPage>;
  read: (file: string) => Promise<Blob>;
  /** Hands the file to the browser, which says itself how far it is. */
  download: (file: string) => Promise<void>;
  /** The same for several, or for folders, as one archive. */
  downloadArchive: (files: readonly string[]) => Promise<void>;
  /** What these come to, with everything in them. */
  measure: (files: readonly string[], signal: AbortSignal) => Promise<FileCount>;
  makeFolder: (folder: string) => Promise<unknown>;
  newFile: (file: string) => Promise<unknown>;
  /** Renames or moves. Never replaces. */
  rename: (from: string, to: string) => Promise<unknown>;
  copy?: (from: string, to: string) => Promise<unknown>;
  remove: (file: string, taskId: string) => Promise<unknown>;
  /** How much a removal that runs has removed. */
  removed: (taskId: string) => Promise<number>;
  save: (file: string, contentBase64: string, expected: string | undefined) => Promise<unknown>;
  /** Where files have owners and permissions as Unix has them. */
  chmod?: (file: string, permissions: number) => Promise<unknown>;
  /** Looks for names below a folder. */
  search?: (
    folder: string,
    name: string,
    signal: AbortSignal,
  ) => Promise<{ items: FileEntry[]; isWhole: boolean }>;
  uploads: UploadTransport;
  /** Uploads have arrived: said once for many. */
  onArrival?: () => void;
}
