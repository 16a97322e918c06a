/** What lies below which prefix of the bucket. Whole backups copy all of them. */
export const BUCKET_PREFIXES = {
  recordings: 'recordings/',
  spaces: 'spaces/',
  archive: 'audit-archive/',
} as const;
