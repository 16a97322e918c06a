import { getRecentProof } from '@jadegate/contract/identity/account';
import { listOwnIdentities, startOwnSource } from '@jadegate/contract/identity/source-sign-in';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../api/call.ts';
import { keepAway } from '../api/source-sign-in.ts';

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
 * In a tab of its own, so that what was being done here stays; this one sees when it is proven. Answers until when proofs
 * counted before: what lasts longer came since.
 */
export function useProveAtSource() {
  return useMutation({
    mutationFn: async (key: string) => {
      const { seconds } = await call(getRecentProof);
      const begun = await call(startOwnSource, { params: { key } });
      keepAway(begun, { key, purpose: 'prove', next: '/' });
      window.open(begun.url, '_blank');
      return countsUntil(seconds, Date.now());
    },
    meta: { errors: 'caller' },
  });
}

export function countsUntil(seconds: number, at: number): number {
  return at + seconds * 1000;
}
