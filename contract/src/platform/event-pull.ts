import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

export const pullEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: ['event-read'],
  summary:
    'Events after a number, the oldest first, for programs that fetch them. Waits for one so many seconds where there is none yet. After a number beyond the last one, as an older backup brings it about, all that are kept come. Their fields stand on /docs/events.',
  holds: 'watch',
  query: z.object({
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    limit: z.coerce.number().int().min(1).max(LIMITS.eventsPerPull.max).default(LIMITS.eventsPerPull.default),
    wait: z.coerce.number().int().min(0).max(LIMITS.eventPullSeconds.max).default(0),
  }),
  response: z.object({
    events: z.array(z.record(z.string(), z.unknown())),
    /** To be asked with next. */
    next: z.number().int(),
    /** Events between what was asked for and the first one here that are not kept any more. */
    missed: z.number().int(),
  }),
});
