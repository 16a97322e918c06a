import type { Actor } from '../../kernel/actor.ts';

/** Who looks at which session: the same for as long as one login looks at one session. */
export function viewingOf({ userId, loginId, accessToken }: Actor, sessionId: string): string {
  return [userId, loginId ?? accessToken?.id ?? '', sessionId].join(' ');
}
