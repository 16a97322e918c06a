import * as z from 'zod';

import { RULE_ACTIONS } from './command-filter.ts';
import { LIMITS } from './limits.ts';
import { FamilyTime } from './scalars.ts';

export const RUN_ORIGINS = ['batch', 'job'] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];

export const RUN_KINDS = ['command', 'file'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** `interrupted`: the server that carried it out died, so that nobody knows how it went on the hosts it had begun. */
export const RUN_STATES = ['running', 'over', 'interrupted'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const HOST_RUN_STATES = [
  'refused',
  'waiting',
  'running',
  'succeeded',
  'failed',
  'stopped',
  'timed-out',
  'interrupted',
] as const;
export type HostRunState = (typeof HOST_RUN_STATES)[number];

/** What a command filter says of a line of a script. */
export const JudgedLine = z.object({
  line: z.string(),
  action: z.enum(RULE_ACTIONS),
  /** Of the rule that decided; empty when none did. */
  pattern: z.string(),
});
export type JudgedLine = z.infer<typeof JudgedLine>;

/** What would happen on a host: it runs, it runs once its warnings are confirmed, or it is refused. */
export const PLAN_VERDICTS = ['run', 'confirm', 'refused'] as const;

export const PlannedHost = z.object({
  assetId: z.string(),
  /** Empty when the caller may not use it. */
  assetName: z.string(),
  verdict: z.enum(PLAN_VERDICTS),
  /** Why it is refused; empty otherwise. */
  message: z.string(),
  /** The lines that a rule speaks about. */
  lines: z.array(JudgedLine),
});
export type PlannedHost = z.infer<typeof PlannedHost>;

export const RunPlan = z.object({
  hosts: z.array(PlannedHost),
  /** Stands for all that must be confirmed, and is sent back to confirm it; empty when nothing must. */
  warnings: z.string(),
});
export type RunPlan = z.infer<typeof RunPlan>;

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
  script: z.string(),
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
