import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { FamilyTime, Id } from '../scalars.ts';
import { SESSION_MODES } from '../session-mode.ts';

/** What the command filter said: nothing, “are you sure”, or no. */
export const COMMAND_ACTIONS = ['allow', 'warn', 'deny'] as const;

const SessionCommand = z.object({
  id: z.string(),
  /** Empty when the target did not show it. */
  command: z.string(),
  /** The target did not show what was typed, as with a password: its text is kept nowhere. */
  isHidden: z.boolean(),
  /** It went before the command filter could say anything, because no key that was known to do so handed it over. */
  isUnchecked: z.boolean(),
  /** 1: a rule spoke up, or none could. */
  riskLevel: z.number().int(),
  action: z.enum(COMMAND_ACTIONS),
  /** Whether the target got it. */
  wasSent: z.boolean(),
  /** Account of who typed it: in a shared session this may be somebody else than its person. */
  typedBy: z.string(),
  /** The name that account goes by today; empty when it is gone. */
  typedByName: z.string(),
  /** The moment in the recording, milliseconds from its beginning. */
  offset: z.number().int().min(0),
  created: FamilyTime,
});

/** With what was printed after it, as far as that was recorded. The beginning, when there was much. */
export const SessionCommandRow = SessionCommand.extend({ result: z.string() });
export type SessionCommandRow = z.infer<typeof SessionCommandRow>;

export const CommandListRow = SessionCommand.extend({
  sessionId: z.string(),
  mode: z.enum(SESSION_MODES),
  assetId: z.string(),
  assetName: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** Empty when the person is gone. */
  userAccount: z.string(),
  clientIp: z.string(),
  /** There is a recording to be opened at that moment. */
  isRecorded: z.boolean(),
});
export type CommandListRow = z.infer<typeof CommandListRow>;

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const filters = {
  command: SearchText,
  riskLevel: z.preprocess(blankIsAbsent, z.coerce.number().int().min(0).max(1).optional()),
  action: z.preprocess(blankIsAbsent, z.enum(COMMAND_ACTIONS).optional()),
};

export const SessionCommandQuery = pagingQuery(['created'], filters);
export type SessionCommandQuery = z.infer<typeof SessionCommandQuery>;

export const CommandListQuery = pagingQuery(['created'], {
  ...filters,
  userId: z.preprocess(blankIsAbsent, Id.optional()),
  assetId: z.preprocess(blankIsAbsent, Id.optional()),
  userName: SearchText,
  assetName: SearchText,
  /** When it was typed: from the first time on, before the second. */
  from: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
  to: z.preprocess(blankIsAbsent, z.iso.datetime().optional()),
});
export type CommandListQuery = z.infer<typeof CommandListQuery>;

export const listSessionCommands = endpoint({
  method: 'GET',
  path: '/sessions/:id/commands/paging',
  access: ['offline-session-command'],
  summary: 'The commands of one session with what they printed, oldest first.',
  held: 'recorded',
  params: z.object({ id: Id }),
  query: SessionCommandQuery,
  response: paged(SessionCommandRow),
});

export const listCommandLog = endpoint({
  method: 'GET',
  path: '/session-commands/paging',
  access: ['session-command'],
  summary: 'The commands of all sessions, newest first.',
  query: CommandListQuery,
  response: paged(CommandListRow),
});
