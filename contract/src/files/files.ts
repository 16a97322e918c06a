import * as z from 'zod';

import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { FamilyTime } from '../scalars.ts';

/** A path on a target or in a space, in the form of `file-path.ts`. The server checks more. */
export const FilePath = z.string().min(1).max(LIMITS.filePath.max);
/** Acts on files that one person may do, each of which stands in a log: more than anybody clicks. */
export const FILE_ACTS_PER_MINUTE = 300;
/** Names one upload or deletion among those of a session or space; the client makes it up. */
export const FileTaskId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
/** What somebody selected. */
export const FilePaths = z.array(FilePath).min(1).max(LIMITS.idsPerCall.max);
const Whole = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Browsers add one so that no cache answers. */
export const cacheBuster = { t: z.string().max(40).optional() };

export const FileEntry = z.object({
  name: z.string(),
  path: z.string(),
  isDir: z.boolean(),
  /** As `ls` prints it, a link with `L`, as the product family does. */
  mode: z.string(),
  isLink: z.boolean(),
  modTime: FamilyTime,
  size: z.number().int(),
  /** The link leads to a folder. */
  leadsToDir: z.boolean(),
  /** The permission bits as a number. */
  permissions: z.number().int(),
  uid: z.number().int(),
  gid: z.number().int(),
  /** Who these are, where the target says so; empty where it does not. */
  owner: z.string().default(''),
  group: z.string().default(''),
});
export type FileEntry = z.infer<typeof FileEntry>;

export const FILE_SORT_FIELDS = ['name', 'size', 'modTime'] as const;
export type FileSortField = (typeof FILE_SORT_FIELDS)[number];

/** Which entries of a folder, and in which order: folders come first, names as people read them. */
export const FolderQuery = pagingQuery(FILE_SORT_FIELDS, {
  dir: FilePath,
  /** Only those whose name contains it. */
  name: SearchText,
  /** Those whose names begin with a dot, too. */
  showsHidden: z.boolean().default(false),
  /** Only folders, and links that lead to one. */
  foldersOnly: z.boolean().default(false),
});
export type FolderQuery = z.infer<typeof FolderQuery>;

/** `total`: how many such entries there are. */
export const FolderPage = paged(FileEntry).extend({
  /** How many were left out because their names begin with a dot. */
  hidden: z.number().int(),
  /** False when the folder has more entries than were read. */
  isWhole: z.boolean(),
});
export type FolderPage = z.infer<typeof FolderPage>;

export const FileUploadQuery = z.object({
  dir: FilePath,
  /** Needed when the body is the bare file; a form brings its own. */
  name: z.string().min(1).max(LIMITS.filePath.max).optional(),
  uploadId: FileTaskId.optional(),
  offset: Whole.default(0),
  /** What the whole file must come to. */
  size: Whole.optional(),
  ...cacheBuster,
});
export type FileUploadQuery = z.infer<typeof FileUploadQuery>;

export const FileEdit = z
  .object({
    file: FilePath,
    fileContent: z.string().max(LIMITS.editBytes).optional(),
    contentBase64: z.base64().max(LIMITS.bodyBytes).optional(),
    /** SHA-256 of the content that was edited: a file that is another by now is not overwritten. */
    expected: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  })
  .refine((edit) => edit.fileContent !== undefined || edit.contentBase64 !== undefined);
export type FileEdit = z.infer<typeof FileEdit>;

export const FileCount = z.object({
  files: z.number().int(),
  folders: z.number().int(),
  bytes: z.number().int(),
  /** False when there is more than was counted. */
  isWhole: z.boolean(),
});
export type FileCount = z.infer<typeof FileCount>;

export const OrderedArchive = z.object({
  archiveId: z.string(),
  files: z.number().int(),
  folders: z.number().int(),
  bytes: z.number().int(),
});
export type OrderedArchive = z.infer<typeof OrderedArchive>;
