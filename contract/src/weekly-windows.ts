import * as z from 'zod';

import { LIMITS } from './limits.ts';
import { parseRanges } from './time-window.ts';

/** Weekly windows as they are written: per weekday (0 is Sunday) ranges `HH:mm~HH:mm` joined by `、`. */
export const WeeklyWindows = z
  .array(
    z.object({
      key: z.number().int().min(0).max(6),
      value: z
        .string()
        .max(LIMITS.searchText.max * 5, { abort: true })
        .refine((text) => parseRanges(text) !== undefined, { params: { rule: 'timeRange' } }),
    }),
  )
  .max(7);
