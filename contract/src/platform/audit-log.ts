import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { Id } from '../scalars.ts';

export const AuditLogRow = z.object({
  seq: z.number().int(),
  at: z.iso.datetime(),
  actorId: z.string(),
  /** The account, as it was then. */
  actorName: z.string(),
  /** What that person is called today; empty when they are gone. */
  actorNickname: z.string(),
  address: z.string(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  result: z.enum(['success', 'failure']),
  /** What changed, without secrets. */
  detail: z.record(z.string(), z.unknown()),
  requestId: z.string(),
});
export type AuditLogRow = z.infer<typeof AuditLogRow>;

const emptyIsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const filters = {
  actor: SearchText,
  action: emptyIsAbsent(z.string().max(LIMITS.searchText.max)),
  object: SearchText,
  result: emptyIsAbsent(z.enum(['success', 'failure'])),
  from: emptyIsAbsent(z.iso.datetime()),
  to: emptyIsAbsent(z.iso.datetime()),
  /** Entries of this archive instead of those in the database. */
  archive: emptyIsAbsent(Id),
};

/** A part of the log that lies in a file. */
export const AuditArchive = z.object({
  id: z.string(),
  firstSeq: z.number().int(),
  lastSeq: z.number().int(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Of the file. */
  bytes: z.number().int(),
  /** On whose disk it lies; empty for S3. */
  server: z.string(),
  /** Whether the server that answers can read it. */
  isHere: z.boolean(),
});
export type AuditArchive = z.infer<typeof AuditArchive>;

export const AuditLogQuery = pagingQuery(['seq'], filters);
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/audit-logs/paging',
  access: ['audit-log'],
  summary: 'Who did what to which object, newest first.',
  query: AuditLogQuery,
  response: paged(AuditLogRow),
});

export const listAuditArchives = endpoint({
  method: 'GET',
  path: '/audit-logs/archives',
  access: ['audit-log'],
  summary: 'The archived parts of the audit log, newest first.',
  response: z.array(AuditArchive),
});

export const verifyAuditLog = endpoint({
  method: 'POST',
  path: '/audit-logs/verify',
  access: ['audit-log-verify'],
  summary:
    'Checks the chain of entries, in archives and in the database, and names the first broken one; and compares it with what was signed of it.',
  perMinute: 10,
  response: z.object({
    entries: z.number().int(),
    brokenAt: z.number().int().nullable(),
    /** Of the entries, in archives. */
    archived: z.number().int().optional(),
    /** In archives that lie at other servers and could not be read here. */
    unread: z.number().int().optional(),
    /** How often it was signed how far the log had come, and the first entry that is not what was signed. */
    checkpoints: z.number().int().optional(),
    contradictedAt: z.number().int().nullable().optional(),
  }),
});

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/audit-logs/export',
  access: ['audit-log-export'],
  summary: 'The entries that match, as CSV or JSON lines.',
  perMinute: 10,
  query: z.object({ format: z.enum(['csv', 'jsonl']), ...filters }),
  download: true,
  holds: 'transfer',
});
