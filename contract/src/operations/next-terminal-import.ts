import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Reauthentication } from '../identity/account.ts';
import { LIMITS } from '../limits.ts';
import {
  NEXT_TERMINAL_REASONS,
  NEXT_TERMINAL_SECTION_WORDS,
  type NextTerminalSection,
} from './next-terminal-import.words.ts';

/** How many of those that were left behind, or brought otherwise, are named; all of them are counted. */
export const NEXT_TERMINAL_NAMED = 50;

/** One thing that was left behind, or brought otherwise than it was. */
const Remark = z.object({
  name: z.string(),
  reason: z.enum(keysOf(NEXT_TERMINAL_REASONS)),
  /** What the sentence names besides. */
  about: z.string(),
});
export type NextTerminalRemark = z.infer<typeof Remark>;

const SectionReport = z.object({
  section: z.enum(keysOf(NEXT_TERMINAL_SECTION_WORDS)),
  /** What the old installation has. */
  found: z.number().int(),
  /** What is new here: written, or in a dry run what would be. */
  brought: z.number().int(),
  /** Brought by an earlier run. */
  known: z.number().int(),
  left: z.number().int(),
  /** The first of those that were left behind, with why. */
  leftOnes: z.array(Remark),
  changed: z.number().int(),
  /** The first of those that were brought otherwise than they were. */
  changedOnes: z.array(Remark),
});
export type NextTerminalSectionReport = z.infer<typeof SectionReport>;

/** A role that was brought, and what it loses: pages and acts that there are not here. */
const RoleReport = z.object({
  name: z.string(),
  /** What it may do here. */
  menus: z.array(z.string()),
  missing: z.array(z.string()),
});
export type NextTerminalRole = z.infer<typeof RoleReport>;

export const NextTerminalReport = z.object({
  origin: z.enum(['sqlite', 'mysql', 'backup', 'export']),
  isDryRun: z.boolean(),
  sections: z.array(SectionReport),
  roles: z.array(RoleReport),
});
export type NextTerminalReport = z.infer<typeof NextTerminalReport>;

/** In the order in which they are brought. */
export const NEXT_TERMINAL_SECTIONS: readonly NextTerminalSection[] = keysOf(NEXT_TERMINAL_SECTION_WORDS);

const FileName = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => !/[\\/\0]/.test(name) && name !== '.' && name !== '..');

/** Where the old installation is. A path is never said: what lies on the server lies in one folder that its operator chose. */
const Place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('upload') }),
  z.strictObject({ kind: z.literal('folder'), file: FileName }),
  z.strictObject({
    kind: z.literal('mysql'),
    host: z.string().trim().min(1).max(253),
    port: z.number().int().min(1).max(65_535),
    database: z.string().min(1).max(64),
    username: z.string().min(1).max(80),
    password: z.string().max(LIMITS.targetPassword.max),
  }),
]);
export type NextTerminalPlace = z.infer<typeof Place>;

export const NextTerminalOrder = z.strictObject({
  place: Place,
  /** Of the old settings; empty for the one that it has by itself. */
  encryptionKey: z.string().max(LIMITS.targetPassword.max),
  /** Whoever was an administrator there becomes one here. */
  administrators: z.boolean(),
  /** Of the folder: what belongs to the rows, but is not in them. */
  recordings: z.boolean(),
  files: z.boolean(),
});
export type NextTerminalOrder = z.infer<typeof NextTerminalOrder>;

export const NextTerminalLook = NextTerminalOrder.omit({ place: true }).extend({
  /** Null for the one that was given before. */
  encryptionKey: NextTerminalOrder.shape.encryptionKey.nullable(),
});
export type NextTerminalLook = z.infer<typeof NextTerminalLook>;

/**
 * `file`: its file has not come yet. `looked`: it is known what would happen, and nothing was written. `stopped` and
 * `failed`: the step that broke off can be taken again, and goes on where it was.
 */
const NEXT_TERMINAL_STATES = [
  'file',
  'looking',
  'looked',
  'bringing',
  'brought',
  'stopped',
  'failed',
] as const;
export type NextTerminalState = (typeof NEXT_TERMINAL_STATES)[number];

export const NextTerminalImport = z.object({
  state: z.enum(NEXT_TERMINAL_STATES),
  /** The step it is at, or broke off in. */
  step: z.enum(['look', 'bring']),
  place: z.enum(['upload', 'folder', 'mysql']),
  /** What it is read from, as people know it; without an account or a secret. */
  placeName: z.string(),
  administrators: z.boolean(),
  recordings: z.boolean(),
  files: z.boolean(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  /** The section that is at work, and how many things of it were looked at; null while none is. */
  progress: z
    .object({ section: z.enum(keysOf(NEXT_TERMINAL_SECTION_WORDS)), done: z.number().int() })
    .nullable(),
  /** Why it failed; empty where it did not. */
  failure: z.string(),
  /** Of the last step that was taken, as far as it went. */
  report: NextTerminalReport.nullable(),
});
export type NextTerminalImport = z.infer<typeof NextTerminalImport>;

const Folder = z.object({
  path: z.string(),
  /** Databases and backups in it. */
  files: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
  hasRecordings: z.boolean(),
  hasFiles: z.boolean(),
});
export type NextTerminalFolder = z.infer<typeof Folder>;

export const getNextTerminalImport = endpoint({
  method: 'GET',
  path: '/next-terminal-import',
  access: ['setting'],
  summary:
    'The import from Next Terminal that is open, and what lies in the folder for it. Needs every right.',
  interactive: true,
  response: z.object({ folder: Folder, current: NextTerminalImport.nullable() }),
});

export const beginNextTerminalImport = endpoint({
  method: 'POST',
  path: '/next-terminal-import',
  access: ['setting'],
  widens: true,
  summary:
    'Opens an import from Next Terminal and looks at it, which writes nothing. One that takes a file waits for it. Needs every right.',
  interactive: true,
  perMinute: 10,
  body: NextTerminalOrder,
});

export const sendNextTerminalFile = endpoint({
  method: 'POST',
  path: '/next-terminal-import/file',
  access: ['setting'],
  widens: true,
  summary: 'The database or backup of the import that is open, as a bare body. Needs every right.',
  interactive: true,
  perMinute: 10,
  streams: true,
  holds: 'transfer',
});

export const lookAtNextTerminalAgain = endpoint({
  method: 'POST',
  path: '/next-terminal-import/look',
  access: ['setting'],
  widens: true,
  summary:
    'Looks at the same place again, with another key or other choices. Writes nothing. Needs every right.',
  interactive: true,
  perMinute: 10,
  body: NextTerminalLook,
});

export const bringNextTerminal = endpoint({
  method: 'POST',
  path: '/next-terminal-import/bring',
  access: ['setting'],
  widens: true,
  summary:
    'Brings what was looked at, or goes on where that broke off. Needs every right and a fresh proof of identity. Audited.',
  interactive: true,
  proof: 'always',
  perMinute: 10,
  body: Reauthentication,
});

export const stopNextTerminalImport = endpoint({
  method: 'POST',
  path: '/next-terminal-import/stop',
  access: ['setting'],
  summary: 'Breaks off the step that is at work; what was brought stays. Needs every right.',
  interactive: true,
});

export const closeNextTerminalImport = endpoint({
  method: 'DELETE',
  path: '/next-terminal-import',
  access: ['setting'],
  summary: 'Forgets the import with its file and its key; what was brought stays. Needs every right.',
  interactive: true,
});

function keysOf<Key extends string>(words: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  return Object.keys(words) as [Key, ...Key[]];
}
