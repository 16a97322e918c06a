import type { FileEntry } from '@jadegate/contract/session-files';

import type { UploadTransport } from './upload-queue.ts';

/** What somebody may be allowed to do with files, each for itself. */
export type FileRight = 'upload' | 'download' | 'delete' | 'rename' | 'edit' | 'createDir';

/** What files and folders come to, with everything in them. */
export interface FileCount {
  files: number;
  folders: number;
  bytes: number;
  /** False when there was more than is worth counting. */
  isWhole: boolean;
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
  list: (folder: string, signal: AbortSignal) => Promise<FileEntry[]>;
  read: (file: string) => Promise<Blob>;
  download: (file: string) => Promise<void>;
  makeFolder: (folder: string) => Promise<unknown>;
  /** Renames or moves. Never replaces. */
  rename: (from: string, to: string) => Promise<unknown>;
  remove: (file: string, taskId: string) => Promise<unknown>;
  /** How much a removal that runs has removed. */
  removed?: (taskId: string) => Promise<number>;
  save: (file: string, contentBase64: string, expected: string | undefined) => Promise<unknown>;
  chmod?: (file: string, permissions: number) => Promise<unknown>;
  uploads: UploadTransport;
}
