import type { SessionRow } from '@jadegate/contract/session/session';

import { personName } from '../../../components/person-name.ts';

/** Whose session it is. */
export function creatorOf({
  creatorName,
  creatorAccount,
}: Pick<SessionRow, 'creatorName' | 'creatorAccount'>): string {
  return personName(creatorName, creatorAccount);
}

/** A session by whose it is and where. */
export function sessionName(
  session: Pick<SessionRow, 'creatorName' | 'creatorAccount' | 'assetName'>,
): string {
  return `${creatorOf(session)} · ${session.assetName}`;
}
