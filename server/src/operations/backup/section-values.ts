import { ACCESS_RULES } from '@jadegate/contract/identity/access-rule';
import { Id } from '@jadegate/contract/scalars';
import { parseRanges } from '@jadegate/contract/time-window';
import * as z from 'zod';

import type { Flag } from '../../db/schema.ts';
import { isJsonOf } from '../../kernel/stored-text.ts';

/** What columns hold, for the sections of a backup. */
export const text = z.string().max(1_000_000);
export const short = z.string().max(1000);
export const named = short.min(1);
export const time = z.number().int().min(0);
export const whole = z.number().int().min(0);
export const port = z.number().int().min(0).max(65_535);
export const priority = z.number().int();
export const flag = z.literal([0, 1]) as z.ZodType<Flag>;
export const rule = z.enum(ACCESS_RULES);
export const maybeId = Id.nullable();
export const PEOPLE = { section: 'users' } as const;
export const SOMEBODY = { section: 'users', mayDangle: true } as const;

const Windows = z.array(
  z.strictObject({
    key: z.number().int().min(0).max(6),
    value: short.refine((ranges) => parseRanges(ranges) !== undefined),
  }),
);
export const timePeriod = text.refine((json) => isJsonOf(Windows, json));
