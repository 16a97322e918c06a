import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { fileEndpoints } from '../files/file-endpoints.ts';
import { FilePath, FILE_ACTS_PER_MINUTE } from '../files/files.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';

/** The files of the machine behind one’s own live session. */
export const sessionFileEndpoints = {
  ...fileEndpoints({
    prefix: '/sessions/:id',
    held: true,
    summaries: {
      list: `The entries of a folder on the target of one’s own live session as one list, by name: the first ${LIMITS.folder.listed}.`,
      page: 'The entries of a folder on the target of one’s own live session, page by page.',
      stat: 'One entry, links followed. `.` is the folder in which the login begins.',
      upload:
        'Puts a file of any size into a folder, replacing one of that name when all of it has come. With an upload id one that broke off can go on from `offset`.',
      makeFolder: 'Makes a folder.',
      remove: 'Removes a file, a link, or a folder with everything in it.',
      copy: 'Copies a file, a link, or a folder with everything in it, on the target. Never replaces what is there; what breaks off leaves nothing.',
      measure:
        'How many files, folders and bytes these come to, with everything in them. Links count as files.',
      downloadArchive:
        'The prepared archive as a ZIP that streams. Links, devices and what the account may not read are left out and named in it.',
    },
  }),
  changeMode: endpoint({
    method: 'POST',
    path: '/sessions/:id/chmod',
    access: 'signed-in',
    perPerson: FILE_ACTS_PER_MINUTE,
    summary: 'Changes the permissions of a file or folder.',
    held: true,
    params: z.object({ id: Id }),
    body: z.object({ file: FilePath, permissions: z.number().int().min(0).max(0o7777) }),
  }),
};
