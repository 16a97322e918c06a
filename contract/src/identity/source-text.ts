import * as z from 'zod';

import { LIMITS } from '../limits.ts';

/** One line of what is entered about a source. */
export const SourceLine = z
  .string()
  .trim()
  .max(LIMITS.name.max)
  .regex(/^\P{Cc}*$/u);

/** Whether somebody who is not known here yet is made: never, always, or with a group that a rule names. */
export const SOURCE_CREATIONS = ['off', 'on', 'mapped'] as const;

/** What every kind of source says about people. */
export const PEOPLE_OF_SOURCE = {
  creation: z.enum(SOURCE_CREATIONS).default('off'),
  /** Names of groups are the same in any case. */
  ignoresCase: z.boolean().default(false),
};
