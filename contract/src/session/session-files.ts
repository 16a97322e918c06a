import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
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
} from '../files/files.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';

/** The files of the machine behind one’s own live session. */
const ById = z.object({ id: Id });

export const listFiles = endpoint({
  method: 'POST',
  path: '/sessions/:id/ls',
  access: 'signed-in',
  summary: `The entries of a folder on the target of one’s own live session as one list, by name: the first ${LIMITS.folder.listed}.`,
  form: true,
  held: true,
  params: ById,
  body: z.object({ dir: FilePath }),
  response: z.array(FileEntry),
});

export const listFolder = endpoint({
  method: 'POST',
  path: '/sessions/:id/folder',
  access: 'signed-in',
  summary: 'The entries of a folder on the target of one’s own live session, page by page.',
  held: true,
  params: ById,
  body: FolderQuery,
  response: FolderPage,
});

export const statFile = endpoint({
  method: 'GET',
  path: '/sessions/:id/stat',
  access: 'signed-in',
  summary: 'One entry, links followed. `.` is the folder in which the login begins.',
  held: true,
  params: ById,
  query: z.object({ file: FilePath }),
  response: FileEntry,
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/sessions/:id/download',
  access: 'signed-in',
  summary: 'The bytes of a file. Takes one range, so that a broken download can go on.',
  download: true,
  holds: 'transfer',
  held: true,
  params: ById,
  query: z.object({ file: FilePath, ...cacheBuster }),
});

export const uploadFile = endpoint({
  method: 'POST',
  path: '/sessions/:id/upload',
  access: 'signed-in',
  summary:
    'Puts a file of any size into a folder, replacing one of that name when all of it has come. With an upload id one that broke off can go on from `offset`.',
  streams: true,
  holds: 'transfer',
  held: true,
  params: ById,
  query: FileUploadQuery,
});

export const uploadState = endpoint({
  method: 'GET',
  path: '/sessions/:id/upload-state',
  access: 'signed-in',
  summary: 'How many bytes of an upload that broke off have arrived.',
  held: true,
  params: ById,
  query: z.object({ uploadId: FileTaskId }),
  response: z.object({ received: z.number().int() }),
});

export const cancelUpload = endpoint({
  method: 'POST',
  path: '/sessions/:id/upload-cancel',
  access: 'signed-in',
  summary: 'Gives up an upload that broke off and removes what had arrived.',
  held: true,
  params: ById,
  query: z.object({ uploadId: FileTaskId }),
});

export const editFile = endpoint({
  method: 'POST',
  path: '/sessions/:id/edit',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary:
    'Writes a text file. `fileContent` takes the line endings the file had; `contentBase64` is written as it is.',
  form: true,
  held: true,
  params: ById,
  body: FileEdit,
});

export const newFile = endpoint({
  method: 'POST',
  path: '/sessions/:id/new-file',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Makes an empty file where there is nothing yet.',
  held: true,
  params: ById,
  body: z.object({ file: FilePath }),
});

export const makeFolder = endpoint({
  method: 'POST',
  path: '/sessions/:id/mkdir',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Makes a folder.',
  held: true,
  params: ById,
  query: z.object({ dir: FilePath }),
});

export const removeFile = endpoint({
  method: 'POST',
  path: '/sessions/:id/rm',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Removes a file, a link, or a folder with everything in it.',
  form: true,
  held: true,
  params: ById,
  body: z.object({ file: FilePath, taskId: FileTaskId.optional() }),
});

export const removeProgress = endpoint({
  method: 'GET',
  path: '/sessions/:id/rm-progress',
  access: 'signed-in',
  summary: 'How much a removal that is running has removed.',
  held: true,
  params: ById,
  query: z.object({ taskId: FileTaskId }),
  response: z.object({ removed: z.number().int() }),
});

export const renameFile = endpoint({
  method: 'POST',
  path: '/sessions/:id/rename',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Renames or moves. Never replaces what is there.',
  held: true,
  params: ById,
  query: z.object({ oldName: FilePath, newName: FilePath }),
});

export const copyFile = endpoint({
  method: 'POST',
  path: '/sessions/:id/copy',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary:
    'Copies a file, a link, or a folder with everything in it, on the target. Never replaces what is there; what breaks off leaves nothing.',
  held: true,
  params: ById,
  body: z.object({ from: FilePath, to: FilePath }),
});

export const changeMode = endpoint({
  method: 'POST',
  path: '/sessions/:id/chmod',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Changes the permissions of a file or folder.',
  held: true,
  params: ById,
  body: z.object({ file: FilePath, permissions: z.number().int().min(0).max(0o7777) }),
});

export const measureFiles = endpoint({
  method: 'POST',
  path: '/sessions/:id/measure',
  access: 'signed-in',
  summary: 'How many files, folders and bytes these come to, with everything in them. Links count as files.',
  held: true,
  params: ById,
  body: z.object({ files: FilePaths }),
  response: FileCount,
});

export const orderArchive = endpoint({
  method: 'POST',
  path: '/sessions/:id/archive',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary:
    'Prepares an archive of files and folders: good for one download by the same person within a minute.',
  held: true,
  params: ById,
  body: z.object({ files: FilePaths }),
  response: OrderedArchive,
});

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/sessions/:id/archive',
  access: 'signed-in',
  summary:
    'The prepared archive as a ZIP that streams. Links, devices and what the account may not read are left out and named in it.',
  download: true,
  holds: 'transfer',
  held: true,
  params: ById,
  query: z.object({ archiveId: FileTaskId, ...cacheBuster }),
});
