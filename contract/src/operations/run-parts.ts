import * as z from 'zod';

import { RULE_ACTIONS } from '../access/command-filter.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';

/** What runs of commands and of files have in common. */
export const AssetIds = z.array(Id).min(1).max(LIMITS.runHosts.max);

/** For each host. */
export const TimeoutSeconds = z
  .number()
  .int()
  .min(LIMITS.runSeconds.min)
  .max(LIMITS.runSeconds.max)
  .default(LIMITS.runSeconds.default);

/** Hosts at a time; as the settings say when it is left out. */
export const Parallelism = z.number().int().min(1).max(LIMITS.runParallel.max).optional();

/** What a command filter says of a line of a script. */
export const JudgedLine = z.object({
  line: z.string(),
  action: z.enum(RULE_ACTIONS),
  /** Of the rule that decided; empty when none did. */
  pattern: z.string(),
});
export type JudgedLine = z.infer<typeof JudgedLine>;

/** What would happen on a host: it runs, it runs once its warnings are confirmed, or it is refused. */
const PLAN_VERDICTS = ['run', 'confirm', 'refused'] as const;

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
