import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';
import {
  cacheBuster,
  FileCount,
  FileEdit,
  FileEntry,
  FilePath,
  FilePaths,
  FileTaskId,
  FileUploadQuery,
  FolderPage,
  FolderQuery,
  FILE_ACTS_PER_MINUTE,
  OrderedArchive,
} from './files.ts';

interface FilePlace {
  /** Everything is called below it. */
  prefix: `/${string}/:id`;
  /** One server holds what `id` names. */
  held?: true;
  /** What is not the same wherever files lie. */
  summaries: Record<
    'list' | 'page' | 'stat' | 'upload' | 'makeFolder' | 'remove' | 'copy' | 'measure' | 'downloadArchive',
    string
  >;
}

/** The calls about files, the same wherever these lie, so that one browser serves all places. */
export function fileEndpoints({ prefix, summaries, ...rest }: FilePlace) {
  const common = { ...rest, access: 'signed-in', params: z.object({ id: Id }) } as const;
  const read = { ...common, method: 'GET' } as const;
  const ask = { ...common, method: 'POST' } as const;
  const act = { ...ask, perPerson: FILE_ACTS_PER_MINUTE } as const;
  const fetch = { ...read, download: true, holds: 'transfer' } as const;
  return {
    list: endpoint({
      ...ask,
      path: `${prefix}/ls`,
      summary: summaries.list,
      form: true,
      body: z.object({ dir: FilePath }),
      response: z.array(FileEntry),
    }),
    page: endpoint({
      ...ask,
      path: `${prefix}/folder`,
      summary: summaries.page,
      body: FolderQuery,
      response: FolderPage,
    }),
    stat: endpoint({
      ...read,
      path: `${prefix}/stat`,
      summary: summaries.stat,
      query: z.object({ file: FilePath }),
      response: FileEntry,
    }),
    download: endpoint({
      ...fetch,
      path: `${prefix}/download`,
      summary: 'The bytes of a file. Takes one range, so that a broken download can go on.',
      query: z.object({ file: FilePath, ...cacheBuster }),
    }),
    upload: endpoint({
      ...ask,
      path: `${prefix}/upload`,
      summary: summaries.upload,
      streams: true,
      holds: 'transfer',
      query: FileUploadQuery,
    }),
    uploadState: endpoint({
      ...read,
      path: `${prefix}/upload-state`,
      summary: 'How many bytes of an upload that broke off have arrived.',
      query: z.object({ uploadId: FileTaskId }),
      response: z.object({ received: z.number().int() }),
    }),
    cancelUpload: endpoint({
      ...ask,
      path: `${prefix}/upload-cancel`,
      summary: 'Gives up an upload that broke off and removes what had arrived.',
      query: z.object({ uploadId: FileTaskId }),
    }),
    edit: endpoint({
      ...act,
      path: `${prefix}/edit`,
      summary:
        'Writes a text file. `fileContent` takes the line endings the file had; `contentBase64` is written as it is.',
      form: true,
      body: FileEdit,
    }),
    newFile: endpoint({
      ...act,
      path: `${prefix}/new-file`,
      summary: 'Makes an empty file where there is nothing yet.',
      body: z.object({ file: FilePath }),
    }),
    makeFolder: endpoint({
      ...act,
      path: `${prefix}/mkdir`,
      summary: summaries.makeFolder,
      query: z.object({ dir: FilePath }),
    }),
    remove: endpoint({
      ...act,
      path: `${prefix}/rm`,
      summary: summaries.remove,
      form: true,
      body: z.object({ file: FilePath, taskId: FileTaskId.optional() }),
    }),
    removeProgress: endpoint({
      ...read,
      path: `${prefix}/rm-progress`,
      summary: 'How much a removal that is running has removed.',
      query: z.object({ taskId: FileTaskId }),
      response: z.object({ removed: z.number().int() }),
    }),
    rename: endpoint({
      ...act,
      path: `${prefix}/rename`,
      summary: 'Renames or moves. Never replaces what is there.',
      query: z.object({ oldName: FilePath, newName: FilePath }),
    }),
    copy: endpoint({
      ...act,
      path: `${prefix}/copy`,
      summary: summaries.copy,
      body: z.object({ from: FilePath, to: FilePath }),
    }),
    measure: endpoint({
      ...ask,
      path: `${prefix}/measure`,
      summary: summaries.measure,
      body: z.object({ files: FilePaths }),
      response: FileCount,
    }),
    orderArchive: endpoint({
      ...act,
      path: `${prefix}/archive`,
      summary:
        'Prepares an archive of files and folders: good for one download by the same person within a minute.',
      body: z.object({ files: FilePaths }),
      response: OrderedArchive,
    }),
    downloadArchive: endpoint({
      ...fetch,
      path: `${prefix}/archive`,
      summary: summaries.downloadArchive,
      query: z.object({ archiveId: FileTaskId, ...cacheBuster }),
    }),
  };
}

export type FileEndpoints = ReturnType<typeof fileEndpoints>;
