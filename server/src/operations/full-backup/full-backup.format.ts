import * as z from 'zod';

/** Written last: a folder without it is a backup that broke off. */
export const MANIFEST = '/manifest.json';
export const FILE_LIST = '/files.jsonl';
export const CONFIGURATION = '/configuration.jgb';
export const FORMAT = 1;
/** What the sample in a backup is bound to: whoever can open it has the key of the secrets in the database. */
export const KEY_PLACE = 'full-backup/key';
/** Files whose path leaves no room for the name of a backup before it lie here, by number. */
export const LONG_PATHS = '/long-paths';

const Listed = z.object({ bytes: z.number(), checksum: z.string() });

export const ListedFile = Listed.extend({
  /** The tree, and the path in it. */
  path: z.string(),
  /** Where it lies in the backup, unless that is its path. */
  at: z.string().optional(),
});
export type ListedFile = z.infer<typeof ListedFile>;

/** Folders are listed because an empty one is there by nothing else. */
const ListedFolder = z.object({ folder: z.string() });

/** A line of the list of files. */
export const ListedEntry = z.union([ListedFile, ListedFolder]);
export type ListedEntry = z.infer<typeof ListedEntry>;

const Named = z.object({ count: z.number(), paths: z.array(z.string()) });

export const Manifest = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  created: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  database: ListedFile,
  configuration: ListedFile.optional(),
  list: Listed,
  files: z.number(),
  bytes: z.number(),
  /** Whether files and finished recordings lay in S3, and go back there. */
  isInS3: z.boolean(),
  /** By what the database knows the data directory that has the recordings. */
  disk: z.string(),
  /** A word sealed with the master key. */
  keySample: z.string(),
  /** Recordings that the database names and this server does not have, by session. */
  missing: z.object({ count: z.number(), sessions: z.array(z.string()) }),
  /** What is there and could not be read, the first of them by path. */
  unread: Named.default({ count: 0, paths: [] }),
});
export type Manifest = z.infer<typeof Manifest>;
