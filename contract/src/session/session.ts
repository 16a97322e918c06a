import * as z from 'zod';

import { PROTOCOLS } from '../access/asset-attributes.ts';
import { endpoint } from '../endpoint.ts';
import { TerminalAppearance } from '../identity/terminal-preference.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { FamilyTime, Id, IdList, TextFlag } from '../scalars.ts';
import { PLAYED_MODES } from '../session-mode.ts';
import { MAX_TERMINAL_SIDE } from './terminal-socket.ts';

const SESSION_STATUSES = ['no_connect', 'connecting', 'connected', 'disconnected'] as const;

/** How somebody came to a session: with the console, or with an SSH client of their own. */
export const SESSION_DOORS = ['web', 'ssh'] as const;

/** Flags are texts on this wire, as the product family sends them. */
const TextBit = z.enum(['0', '1']);
/** What a person may do with the files of a session. */
export const SessionFileFlags = z.object({
  fileSystem: TextBit,
  upload: TextBit,
  download: TextBit,
  delete: TextBit,
  rename: TextBit,
  edit: TextBit,
  createDir: TextBit,
});
export type SessionFileFlags = z.infer<typeof SessionFileFlags>;

export const CreatedSession = SessionFileFlags.extend({
  id: z.string(),
  /** What its asset speaks, and with it what shows it. */
  protocol: z.enum(PROTOCOLS),
  storageId: z.string(),
  copy: TextBit,
  paste: TextBit,
  /** The account on the target; empty where it is asked for. */
  username: z.string(),
  /** Whether its desktop hears the microphone of its person; absent where it cannot. */
  microphone: TextBit.optional(),
  /** How its terminal looks for those who have not chosen; absent where there is no terminal. */
  appearance: TerminalAppearance.optional(),
});
export type CreatedSession = z.infer<typeof CreatedSession>;

const ById = z.object({ id: Id });
const ByIds = z.object({ ids: IdList });
const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);

export const createSession = endpoint({
  method: 'POST',
  path: '/sessions',
  access: 'signed-in',
  summary:
    'Prepares a session on an asset the person may use. The socket then opens it. `mode` `guacd` is refused where there is a terminal.',
  // A session ends with the login that opened it; an access token has none.
  interactive: true,
  query: z.object({ assetId: Id, mode: z.string().max(20).default('') }),
  response: CreatedSession,
});

export const reportConnected = endpoint({
  method: 'POST',
  path: '/sessions/:id/connect',
  access: 'signed-in',
  summary: 'Changes nothing: the server knows when a session is connected. Kept for older clients.',
  params: ById,
});

export const resizeSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/resize',
  access: 'signed-in',
  summary: 'Stores the size of one’s own session.',
  held: true,
  params: ById,
  query: z.object({
    width: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_TERMINAL_SIDE * 10),
    height: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_TERMINAL_SIDE * 10),
  }),
  response: z.literal(''),
});

export const SessionRow = z.object({
  id: z.string(),
  protocol: z.enum(PROTOCOLS),
  mode: z.enum(PLAYED_MODES),
  /** A command or a file that was sent to a host, without anybody at a keyboard. */
  isUnattended: z.boolean(),
  door: z.enum(SESSION_DOORS),
  /** What the SSH client calls itself, such as `SSH-2.0-OpenSSH_10.0`; empty for the console. */
  sshClient: z.string(),
  ip: z.string(),
  port: z.number().int(),
  username: z.string(),
  connectionId: z.string(),
  /** Empty for the console of a virtual machine. */
  assetId: z.string(),
  assetName: z.string(),
  /** The virtual machine whose console it is; empty for an asset. */
  vmId: z.string(),
  creator: z.string(),
  creatorName: z.string(),
  /** Their account; empty when the person is gone. */
  creatorAccount: z.string(),
  clientIp: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  status: z.enum(SESSION_STATUSES),
  recording: TextBit,
  recordingBytes: z.number().int(),
  /** When it was asked for, also where it never came to connect. */
  createdTime: FamilyTime,
  connectedTime: FamilyTime,
  disconnectedTime: FamilyTime,
  code: z.number().int(),
  message: z.string(),
  reviewed: z.boolean(),
  commandCount: z.number().int(),
  /** Those who are in it beside its person. */
  participants: z.array(z.object({ name: z.string(), username: z.string() })),
  /**
   * ISO 8601: nobody is in front of it, and then it ends unless its person comes back. Null while somebody is, when it is
   * over, and when another server process holds it.
   */
  awayUntil: z.string().nullable(),
  /** Whether it was held by another product and brought here: nobody here saw it, and its recording is not signed. */
  isImported: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

const SESSION_SORT_FIELDS = ['connectedTime', 'disconnectedTime'] as const;

export const SessionQuery = pagingQuery(SESSION_SORT_FIELDS, {
  /** Without it all of them, by when they were made. */
  status: z.preprocess(blankIsAbsent, z.enum(SESSION_STATUSES).optional()),
  userId: z.preprocess(blankIsAbsent, Id.optional()),
  assetId: z.preprocess(blankIsAbsent, Id.optional()),
  /** On the consoles of this virtual machine. */
  vmId: z.preprocess(blankIsAbsent, Id.optional()),
  clientIp: SearchText,
  assetName: SearchText,
  userName: SearchText,
  protocol: z.preprocess(blankIsAbsent, z.enum(PROTOCOLS).optional()),
  door: z.preprocess(blankIsAbsent, z.enum(SESSION_DOORS).optional()),
  reviewed: TextFlag,
  /** When it began: from the first time on, before the second. */
  from: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
  to: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
});
export type SessionQuery = z.infer<typeof SessionQuery>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions/paging',
  access: ['online-session', 'offline-session'],
  summary: 'Sessions of one status, or all, page by page, newest first.',
  query: SessionQuery,
  response: paged(SessionRow),
});

export const listNewestSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  access: ['online-session', 'offline-session'],
  summary: 'The newest thousand sessions as one list.',
  response: z.array(SessionRow),
});

export const getSession = endpoint({
  method: 'GET',
  path: '/sessions/:id',
  access: ['online-session', 'offline-session'],
  summary: 'One session.',
  params: ById,
  response: SessionRow,
});

export const disconnectSessions = endpoint({
  method: 'POST',
  path: '/sessions/:ids/disconnect',
  access: ['online-session-disconnect'],
  summary: 'Ends live sessions.',
  params: ByIds,
});

export const deleteSessions = endpoint({
  method: 'DELETE',
  path: '/sessions/:ids',
  access: ['offline-session-del'],
  summary: 'Deletes past sessions with their recordings. A live one is refused.',
  params: ByIds,
});

export const clearSessions = endpoint({
  method: 'POST',
  path: '/sessions/clear',
  access: ['offline-session-clear'],
  summary:
    'Deletes every past session with its recording. Live ones stay, and so do held ones: answers how many.',
  response: z.object({ held: z.number().int() }),
});

export const markReviewed = endpoint({
  method: 'POST',
  path: '/sessions/:ids/reviewed',
  access: ['offline-session-reviewed'],
  summary: 'Marks past sessions as reviewed.',
  params: ByIds,
});

export const markUnreviewed = endpoint({
  method: 'POST',
  path: '/sessions/:ids/unreviewed',
  access: ['offline-session-unreviewed'],
  summary: 'Marks past sessions as not reviewed.',
  params: ByIds,
});

export const markAllReviewed = endpoint({
  method: 'POST',
  path: '/sessions/reviewed',
  access: ['offline-session-reviewed-all'],
  summary: 'Marks every past session as reviewed.',
});

export const disconnectUser = endpoint({
  method: 'POST',
  path: '/sessions/disconnect-user',
  access: ['online-session-disconnect'],
  summary: 'Ends every live session of a person.',
  query: z.object({ userId: Id }),
});

const SessionMessage = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.sessionMessage.max)
    .regex(/^\P{Cc}*$/u),
});

export const messageSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/message',
  access: ['online-session-monitor'],
  summary: 'Shows a few words to the person of a live session. They are no part of its recording.',
  held: true,
  params: ById,
  body: SessionMessage,
});

const side = z.coerce.number().int().min(1).max(MAX_TERMINAL_SIDE);

export const terminalSocket = endpoint({
  method: 'GET',
  path: '/sessions/:id/ssh',
  access: 'signed-in',
  summary: 'Socket: the terminal of one’s own session. Opens it, or comes back to it.',
  interactive: true,
  socket: true,
  held: true,
  params: ById,
  query: z.object({
    // Older clients send 0 when they do not know.
    cols: side.catch(80),
    rows: side.catch(24),
    /** `binary`: frames are bytes, and what was shown is confirmed. */
    protocol: z.enum(['text', 'binary']).catch('text'),
    /** Bytes of output this client has shown already. */
    from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  }),
});

export const monitorSocket = endpoint({
  method: 'GET',
  path: '/sessions/:id/ssh-monitor',
  access: ['online-session-monitor'],
  summary: 'Socket: watches a live terminal without touching it.',
  // It ends with the login that opened it; an access token has none.
  interactive: true,
  socket: true,
  holds: 'watch',
  held: true,
  params: ById,
  query: z.object({ protocol: z.enum(['text', 'binary']).catch('text') }),
});
