import * as z from 'zod';

import type { Actor } from '../kernel/actor.ts';

/** The person who asked for some work, as the input of that keeps them: what is written into the audit log at its end. */
export const Requester = z.object({
  userId: z.string(),
  username: z.string(),
  address: z.string(),
  userAgent: z.string(),
  language: z.enum(['zh-TW', 'en']),
  requestId: z.string(),
  loginId: z.string().optional(),
  accessToken: z
    .object({ id: z.string(), name: z.string(), scope: z.enum(['use', 'administration']) })
    .optional(),
});
export type Requester = z.infer<typeof Requester>;

export function requesterOf(actor: Actor): Requester {
  const { userId, username, address, userAgent, language, requestId, loginId, accessToken } = actor;
  return {
    userId,
    username,
    address,
    userAgent,
    language,
    requestId,
    ...(loginId !== undefined && { loginId }),
    ...(accessToken && { accessToken }),
  };
}

export function actorOf(asker: Requester): Actor {
  return { ...asker, loginId: asker.loginId };
}
