import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';
import { fileEndpoints } from './file-endpoints.ts';
import { FileEntry, FilePath } from './files.ts';

/**
 * The files of a storage space: for its owner, those it is shared with, and administrators who may browse spaces. To
 * everybody else a space is not there.
 */
export const storageFileEndpoints = {
  ...fileEndpoints({
    prefix: '/storages/:id',
    summaries: {
      list: `The entries of a folder of a space as one list, by name: the first ${LIMITS.folder.listed}.`,
      page: 'The entries of a folder of a space, page by page.',
      stat: 'One entry of a space.',
      upload:
        'Puts a file of any size into a folder, which is made if need be, replacing one of that name when all of it has come. With an upload id one that broke off can go on from `offset`, also after a restart of the server.',
      makeFolder: 'Makes a folder and those above it. One that is there is fine.',
      remove: 'Removes a file, or a folder with everything in it. What is not there is fine.',
      copy: 'Copies a file, or a folder with everything in it. Never replaces what is there.',
      measure: 'How many files, folders and bytes these come to, with everything in them.',
      downloadArchive: 'The prepared archive as a ZIP that streams.',
    },
  }),
  search: endpoint({
    method: 'GET',
    path: '/storages/:id/search',
    access: 'signed-in',
    summary: 'Entries below a folder whose name contains the text, at most 500.',
    params: z.object({ id: Id }),
    query: z.object({ dir: FilePath, name: z.string().trim().min(1).max(LIMITS.searchText.max) }),
    response: z.object({ items: z.array(FileEntry), isWhole: z.boolean() }),
  }),
};
