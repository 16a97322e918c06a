import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
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

/**
 * The files of a storage space: for its owner, those it is shared with, and administrators who may browse spaces. The same
 * calls as those of a session, so that one browser serves both. To everybody else a space is not there.
 */
const ById = z.object({ id: Id });

export const listStorageFiles = endpoint({
  method: 'POST',
  path: '/storages/:id/ls',
  access: 'signed-in',
  summary: `The entries of a folder of a space as one list, by name: the first ${LIMITS.folder.listed}.`,
  form: true,
  params: ById,
  body: z.object({ dir: FilePath }),
  response: z.array(FileEntry),
});

export const listStorageFolder = endpoint({
  method: 'POST',
  path: '/storages/:id/folder',
  access: 'signed-in',
  summary: 'The entries of a folder of a space, page by page.',
  params: ById,
  body: FolderQuery,
  response: FolderPage,
});

export const statStorageFile = endpoint({
  method: 'GET',
  path: '/storages/:id/stat',
  access: 'signed-in',
  summary: 'One entry of a space.',
  params: ById,
  query: z.object({ file: FilePath }),
  response: FileEntry,
});

export const downloadStorageFile = endpoint({
  method: 'GET',
  path: '/storages/:id/download',
  access: 'signed-in',
  summary: 'The bytes of a file. Takes one range, so that a broken download can go on.',
  download: true,
  holds: 'transfer',
  params: ById,
  query: z.object({ file: FilePath, ...cacheBuster }),
});

export const uploadStorageFile = endpoint({
  method: 'POST',
  path: '/storages/:id/upload',
  access: 'signed-in',
  summary:
    'Puts a file of any size into a folder, which is made if need be, replacing one of that name when all of it has come. With an upload id one that broke off can go on from `offset`, also after a restart of the server.',
  streams: true,
  holds: 'transfer',
  params: ById,
  query: FileUploadQuery,
});

export const storageUploadState = endpoint({
  method: 'GET',
  path: '/storages/:id/upload-state',
  access: 'signed-in',
  summary: 'How many bytes of an upload that broke off have arrived.',
  params: ById,
  query: z.object({ uploadId: FileTaskId }),
  response: z.object({ received: z.number().int() }),
});

export const cancelStorageUpload = endpoint({
  method: 'POST',
  path: '/storages/:id/upload-cancel',
  access: 'signed-in',
  summary: 'Gives up an upload that broke off and removes what had arrived.',
  params: ById,
  query: z.object({ uploadId: FileTaskId }),
});

export const editStorageFile = endpoint({
  method: 'POST',
  path: '/storages/:id/edit',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary:
    'Writes a text file. `fileContent` takes the line endings the file had; `contentBase64` is written as it is.',
  form: true,
  params: ById,
  body: FileEdit,
});

export const newStorageFile = endpoint({
  method: 'POST',
  path: '/storages/:id/new-file',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Makes an empty file where there is nothing yet.',
  params: ById,
  body: z.object({ file: FilePath }),
});

export const makeStorageFolder = endpoint({
  method: 'POST',
  path: '/storages/:id/mkdir',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Makes a folder and those above it. One that is there is fine.',
  params: ById,
  query: z.object({ dir: FilePath }),
});

export const removeStorageFile = endpoint({
  method: 'POST',
  path: '/storages/:id/rm',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Removes a file, or a folder with everything in it. What is not there is fine.',
  form: true,
  params: ById,
  body: z.object({ file: FilePath, taskId: FileTaskId.optional() }),
});

export const storageRemoveProgress = endpoint({
  method: 'GET',
  path: '/storages/:id/rm-progress',
  access: 'signed-in',
  summary: 'How much a removal that is running has removed.',
  params: ById,
  query: z.object({ taskId: FileTaskId }),
  response: z.object({ removed: z.number().int() }),
});

export const renameStorageFile = endpoint({
  method: 'POST',
  path: '/storages/:id/rename',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Renames or moves. Never replaces what is there.',
  params: ById,
  query: z.object({ oldName: FilePath, newName: FilePath }),
});

export const copyStorageFile = endpoint({
  method: 'POST',
  path: '/storages/:id/copy',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary: 'Copies a file, or a folder with everything in it. Never replaces what is there.',
  params: ById,
  body: z.object({ from: FilePath, to: FilePath }),
});

export const measureStorageFiles = endpoint({
  method: 'POST',
  path: '/storages/:id/measure',
  access: 'signed-in',
  summary: 'How many files, folders and bytes these come to, with everything in them.',
  params: ById,
  body: z.object({ files: FilePaths }),
  response: FileCount,
});

export const searchStorageFiles = endpoint({
  method: 'GET',
  path: '/storages/:id/search',
  access: 'signed-in',
  summary: 'Entries below a folder whose name contains the text, at most 500.',
  params: ById,
  query: z.object({ dir: FilePath, name: z.string().trim().min(1).max(LIMITS.searchText.max) }),
  response: z.object({ items: z.array(FileEntry), isWhole: z.boolean() }),
});

export const orderStorageArchive = endpoint({
  method: 'POST',
  path: '/storages/:id/archive',
  access: 'signed-in',
  perPerson: FILE_ACTS_PER_MINUTE,
  summary:
    'Prepares an archive of files and folders: good for one download by the same person within a minute.',
  params: ById,
  body: z.object({ files: FilePaths }),
  response: OrderedArchive,
});

export const downloadStorageArchive = endpoint({
  method: 'GET',
  path: '/storages/:id/archive',
  access: 'signed-in',
  summary: 'The prepared archive as a ZIP that streams.',
  download: true,
  holds: 'transfer',
  params: ById,
  query: z.object({ archiveId: FileTaskId, ...cacheBuster }),
});
