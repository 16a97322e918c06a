import type { ErrorCode } from '@jadegate/contract/error';
import { allowsAudience, type SharingPolicy } from '@jadegate/contract/session/session-share';

import type { ShareRecord } from './session-share.repository.ts';

/** Somebody a share names. Without an id nobody had the name when it was made, and nobody gets in by it. */
export interface NamedPerson {
  username: string;
  id: string | null;
}

export function peopleOf({ people }: Pick<ShareRecord, 'people'>): NamedPerson[] {
  return JSON.parse(people) as NamedPerson[];
}

/** Why a share opens nothing at this moment; undefined while it does. */
export function whyClosed(
  share: Pick<ShareRecord, 'audience' | 'expires_at' | 'revoked_at'>,
  { now, policy }: { now: number; policy: SharingPolicy },
): ErrorCode | undefined {
  if (share.revoked_at !== null) {
    return 'share.revoked';
  }
  if (share.expires_at <= now) {
    return 'share.expired';
  }
  return allowsAudience(policy, share.audience) ? undefined : 'share.off';
}

/** The session's own person may look at what they have shared. */
export function isInvited(
  share: Pick<ShareRecord, 'audience' | 'people'>,
  userId: string,
  ownerId: string,
): boolean {
  return (
    share.audience === 'signed-in' || userId === ownerId || peopleOf(share).some(({ id }) => id === userId)
  );
}
