import type { SessionShare, Sharing } from '@jadegate/contract/session/session-share';

export function aShare(given: Partial<SessionShare> = {}): SessionShare {
  return {
    id: 'share-1',
    mode: 'write',
    audience: 'named',
    usernames: ['han'],
    creatorName: 'Mei',
    creatorAccount: 'mei',
    expires: '2026-11-15 04:20:00',
    ...given,
  };
}

/** A session of one's own that nobody was let into yet. */
export function aSharing(given: Partial<Sharing> = {}): Sharing {
  return { policy: 'named', mayWrite: true, shares: [], participants: [], ...given };
}
