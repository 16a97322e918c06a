import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';

/** How urgent it is, the most urgent first. */
export const NOTICE_LEVELS = ['danger', 'warning', 'info'] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

/** What stands above every page of the back office until it is no longer true. */
export const Notice = z.object({
  /** The same while it is the same notice. */
  id: z.string(),
  level: z.enum(NOTICE_LEVELS),
  /** A sentence in the caller's language: what is the matter, and what to do. */
  text: z.string(),
  /** The page of the console that is about it. */
  path: z.string().optional(),
  /** Where more is said: an https address that somebody outside wrote. */
  link: z.string().optional(),
  /** Its reader may put it away; it comes back when it says something else. */
  canPutAway: z.boolean().optional(),
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'signed-in',
  summary: 'What whoever runs the installation should know now; only what the caller’s rights concern.',
  response: z.array(Notice),
});

export const putNoticeAway = endpoint({
  method: 'POST',
  path: '/notices/:id/put-away',
  access: 'signed-in',
  summary: 'Puts a notice away for oneself, until it says something else.',
  params: z.object({ id: Id }),
});
