import * as z from 'zod';

import { ParameterValues } from '../access/allowed-command.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { FamilyTime, Id } from '../scalars.ts';
import { SentFile } from './file-run.ts';
import { AssetIds, Parallelism, RunPlan, TimeoutSeconds } from './run-parts.ts';

export const RUN_ORIGINS = ['batch', 'job'] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];

export const RUN_KINDS = ['command', 'file'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** `interrupted`: the server that carried it out died, so that nobody knows how it went on the hosts it had begun. */
export const RUN_STATES = ['running', 'over', 'interrupted'] as const;
export type RunState = (typeof RUN_STATES)[number];

const HOST_RUN_STATES = [
  'refused',
  'waiting',
  'running',
  'succeeded',
  'failed',
  /** Of a file: one of that name was there, and was to stay. */
  'skipped',
  'stopped',
  'timed-out',
  'interrupted',
] as const;
export type HostRunState = (typeof HOST_RUN_STATES)[number];

export const HostRun = z.object({
  assetId: z.string(),
  assetName: z.string(),
  state: z.enum(HOST_RUN_STATES),
  sessionId: z.string(),
  /** Why it was refused or failed. */
  message: z.string(),
  exitCode: z.number().int().nullable(),
  signal: z.string(),
  durationMs: z.number().int().nullable(),
  outputBytes: z.number().int(),
  /** Of the file that is sent. */
  sentBytes: z.number().int(),
  /** Less is kept here than was printed; all of it is in the recording. */
  isCut: z.boolean(),
  /** The same on hosts that printed the same and ended alike; empty until it is over. */
  digest: z.string(),
});
export type HostRun = z.infer<typeof HostRun>;

export const CommandRun = z.object({
  id: z.string(),
  kind: z.enum(RUN_KINDS),
  origin: z.enum(RUN_ORIGINS),
  userId: z.string(),
  userName: z.string(),
  /** The commands, or the path on the hosts to which a file goes. */
  script: z.string(),
  /** What was filled in, where the script is a command with parameters that a strategy lists. */
  values: ParameterValues,
  timeoutSeconds: z.number().int(),
  /** Null unless a file is sent. */
  file: SentFile.nullable(),
  state: z.enum(RUN_STATES),
  created: FamilyTime,
  /** Of this answer: with it the next one holds only the hosts that changed since. */
  version: z.number().int(),
  hosts: z.array(HostRun),
});
export type CommandRun = z.infer<typeof CommandRun>;

export const Script = z
  .string()
  .max(LIMITS.commandContent.max)
  .refine((text) => text.trim() !== '', { params: { rule: 'required' } })
  .refine((text) => !text.includes('\u0000'), { params: { rule: 'required' } })
  .transform((text) => text.replaceAll(/\r\n?/g, '\n'));

/** What was filled in, where the script is a command with parameters that a strategy lists. */
const Values = ParameterValues.default({});
const ById = z.object({ id: Id });

export const planRun = endpoint({
  method: 'POST',
  path: '/command-runs/plan',
  access: 'signed-in',
  summary: 'What would run where, and what the command filters say. Runs nothing.',
  interactive: true,
  body: z.strictObject({ assetIds: AssetIds, script: Script, values: Values }),
  response: RunPlan,
});

/** What can be run on some hosts: anything, or only what a strategy lists. */
export const RunChoice = z.object({
  /** Where any script may run, as far as the strategy says. */
  free: z.array(z.string()),
  /** What is listed, and where; each with its text, whose parameters take plain values. */
  commands: z.array(z.object({ name: z.string(), content: z.string(), assetIds: z.array(z.string()) })),
});
export type RunChoice = z.infer<typeof RunChoice>;

export const listRunChoice = endpoint({
  method: 'POST',
  path: '/command-runs/choice',
  access: 'signed-in',
  summary: 'Where the caller may run any script, and the commands listed for the other assets. Runs nothing.',
  interactive: true,
  body: z.strictObject({ assetIds: AssetIds }),
  response: RunChoice,
});

export const startRun = endpoint({
  method: 'POST',
  path: '/command-runs',
  access: 'signed-in',
  perPerson: 30,
  summary:
    'Runs a script on SSH assets the person may use, each in a recorded session. What is refused stands in the run.',
  // Its sessions end with the login that opened them; an access token has none.
  interactive: true,
  body: z.strictObject({
    assetIds: AssetIds,
    script: Script,
    values: Values,
    timeoutSeconds: TimeoutSeconds,
    parallelism: Parallelism,
    /** `warnings` of the plan that was shown. */
    confirmed: z.string().max(100).default(''),
  }),
  response: z.object({ id: z.string() }),
});

export const getRun = endpoint({
  method: 'GET',
  path: '/command-runs/:id',
  access: 'signed-in',
  summary:
    'One’s own run; that of anybody with `offline-session-playback`. With `after`, only the hosts that changed since that version.',
  params: ById,
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  response: CommandRun,
});

export const getRunOutput = endpoint({
  method: 'GET',
  path: '/command-runs/:id/output',
  access: 'signed-in',
  summary: 'What a host of one’s own run has printed so far, from a character on.',
  params: ById,
  query: z.object({ assetId: Id, from: z.coerce.number().int().min(0).default(0) }),
  response: z.object({ text: z.string(), isCut: z.boolean() }),
});

export const stopRun = endpoint({
  method: 'POST',
  path: '/command-runs/:id/stop',
  access: 'signed-in',
  summary: 'Stops one’s own run: what has begun ends within two seconds, and nothing more begins.',
  params: ById,
});

export const exportRun = endpoint({
  method: 'GET',
  path: '/command-runs/:id/export',
  access: 'signed-in',
  summary: 'One’s own run with the output of each host, as a file.',
  download: true,
  holds: 'transfer',
  params: ById,
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
});
