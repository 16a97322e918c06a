import type { StrategyFlag } from './strategy.ts';

/** What a session may do besides showing the machine. */
export type AccessFlags = Record<StrategyFlag, boolean>;

/** The rules in the order in which they are asked. The first that says allow or deny has the last word. */
export const ACCESS_RULES_IN_ORDER = [
  'person',
  'asset',
  'administrator',
  'owner',
  'grant',
  'default',
] as const;
export type AccessRuleName = (typeof ACCESS_RULES_IN_ORDER)[number];

export const STEP_OUTCOMES = ['allow', 'deny', 'pass'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];
