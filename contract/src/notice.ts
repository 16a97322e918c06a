import * as z from 'zod';

import { endpoint } from './endpoint.ts';

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
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'signed-in',
  summary: 'What whoever runs the installation should know now; only what the caller’s rights concern.',
  response: z.array(Notice),
});
