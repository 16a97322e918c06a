import { getRecentProof } from '@jadegate/contract/identity/account';
import { listOwnIdentities, startOwnSource } from '@jadegate/contract/identity/source-sign-in';
import { queryOptions } from '@tanstack/react-query';

import { call } from './call.ts';
import { keepAway } from './source-sign-in.ts';

export function recentProofQuery() {
  return queryOptions({
    queryKey: ['account', 'recent-proof'],
    queryFn: ({ signal }) => call(getRecentProof, { signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function ownIdentitiesQuery() {
  return queryOptions({
    queryKey: ['account', 'identities'],
    queryFn: ({ signal }) => call(listOwnIdentities, { signal }),
    meta: { errors: 'caller' },
  });
}

/**
 * In a tab of its own, so that what was being done here stays; this one sees when it is proven. Answers for how many seconds
 * proofs counted before: what lasts longer came since.
 */
async function startProof(key: string): Promise<number> {
  const { seconds } = await call(getRecentProof);
  const begun = await call(startOwnSource, { params: { key } });
  keepAway(begun, { key, purpose: 'prove', next: '/' });
  window.open(begun.url, '_blank');
  return seconds;
}

/** What `SourceProof` asks the server. */
export const SOURCE_PROOF_CALLS = { ownIdentitiesQuery, recentProofQuery, startProof };
