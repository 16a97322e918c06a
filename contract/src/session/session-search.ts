import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { STORAGE_ACTIONS } from '../files/storage-log.ts';
import { LIMITS } from '../limits.ts';
import type { MenuId } from '../menu.ts';
import { SearchText } from '../paging.ts';
import { FamilyTime } from '../scalars.ts';
import { SESSION_MODES } from '../session-mode.ts';

export const SEARCH_KINDS = ['command', 'output', 'file', 'session'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What a person must hold to find this kind; any of them is enough. */
export const SEARCH_RIGHTS: Record<SearchKind, readonly [MenuId, ...MenuId[]]> = {
  command: ['offline-session-command', 'session-command'],
  output: ['offline-session-playback'],
  file: ['storage-log'],
  session: ['offline-session'],
};

/** A needle of one character is everywhere. */
export const SEARCH_MIN = 2;

export const SessionHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  sessionId: z.string(),
  mode: z.enum(SESSION_MODES),
  assetName: z.string(),
  userName: z.string(),
  /** Empty when the person is gone. */
  userAccount: z.string(),
  clientIp: z.string(),
  /** When it happened. */
  created: FamilyTime,
  /** The same moment in the recording, milliseconds from its beginning. */
  at: z.number().int().min(0),
  /** The line, or the part of it around what was found. */
  snippet: z.string(),
  /** Where in the snippet it is. */
  start: z.number().int().min(0),
  length: z.number().int().min(0),
  /** There is a recording to be opened at that moment. */
  isRecorded: z.boolean(),
  /** For a file: what was done with it. */
  action: z.enum(STORAGE_ACTIONS).optional(),
  /** For a command: account and name of who typed it, who need not be the session's person. */
  typedBy: z.string().optional(),
  typedByName: z.string().optional(),
});
export type SessionHit = z.infer<typeof SessionHit>;

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);

export const SessionSearchQuery = z.object({
  text: z
    .string()
    .trim()
    .max(LIMITS.searchText.max)
    .regex(/^\P{Cc}*$/u)
    .refine((text) => [...text].length >= SEARCH_MIN),
  kind: z.preprocess(blankIsAbsent, z.enum(SEARCH_KINDS).optional()),
  userName: SearchText,
  assetName: SearchText,
  /** When it happened: from the first time on, before the second. */
  from: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
  to: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
  /** `next` of the answer before: what is older than that. */
  cursor: z.preprocess(blankIsAbsent, z.string().max(LIMITS.searchCursor.max).optional()),
  pageSize: z.coerce.number().int().min(1).max(LIMITS.pageSize.max).default(20),
});
export type SessionSearchQuery = z.infer<typeof SessionSearchQuery>;

/** What one server tells another that asked it: its own finds of printed output, and where each of them stands. */
export const ServerFinds = z.object({
  /** The data directory whose index was looked through. */
  disk: z.string(),
  /** For each of the finds: when it was, and where the next ones are. */
  places: z.array(z.object({ time: z.number(), place: z.tuple([z.number().int(), z.number().int()]) })),
  /** Null when there is nothing older. */
  next: z.tuple([z.number().int(), z.number().int()]).nullable(),
});
export type ServerFinds = z.infer<typeof ServerFinds>;

export const SessionSearchPage = z.object({
  items: z.array(SessionHit),
  /** Null when there is nothing older. A page may be short, even empty, and still have a next: looking takes time. */
  next: z.string().nullable(),
  /** The kinds this person may find. */
  kinds: z.array(z.enum(SEARCH_KINDS)),
  /** The index has reached its limit: some of what was printed cannot be found. */
  isIncomplete: z.boolean(),
  /** Servers that did not answer: what they recorded is missing here. Absent when all did. */
  silentServers: z.array(z.string()).optional(),
  /** Between servers only. */
  finds: ServerFinds.optional(),
});
export type SessionSearchPage = z.infer<typeof SessionSearchPage>;

export const searchSessions = endpoint({
  method: 'GET',
  path: '/session-search/paging',
  access: [
    'offline-session',
    'offline-session-playback',
    'offline-session-command',
    'session-command',
    'storage-log',
  ],
  summary:
    'Looks for a text in commands, printed output, file names and names of sessions, newest first. Only in what the caller may see.',
  perMinute: 240,
  asksOthers: true,
  query: SessionSearchQuery,
  response: SessionSearchPage,
});
