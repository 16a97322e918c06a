import * as z from 'zod';

/** Written last: a folder without it is a backup that broke off. */
export const MANIFEST = '/manifest.json';
export const FILE_LIST = '/files.jsonl';
export const CONFIGURATION = '/configuration.jgb';
export const FORMAT = 1;
/** What the sample in a backup is bound to: whoever can open it has the key of the secrets in the database. */
export const KEY_PLACE = 'full-backup/key';

/** What a whole backup has beside the database, each in a folder of this name. Recordings that S3 has are apart. */
export const TREES = ['recordings', 'stored-recordings', 'spaces', 'archive'] as const;
export type Tree = (typeof TREES)[number];

/** Where a tree lies in a bucket; undefined for what is always on the disk. */
export const IN_BUCKET: Record<Tree, string | undefined> = {
  recordings: undefined,
  'stored-recordings': 'recordings/',
  spaces: 'spaces/',
  archive: 'audit-archive/',
};

const Listed = z.object({ bytes: z.number(), checksum: z.string() });

/** A line of the list of files. */
export const ListedFile = Listed.extend({ path: z.string() });
export type ListedFile = z.infer<typeof ListedFile>;

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
});
export type Manifest = z.infer<typeof Manifest>;
