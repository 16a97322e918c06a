import { linkDirectory } from '@jadegate/contract/identity/directory';
import {
  listOwnIdentities,
  startLinking,
  startOwnSource,
  unlinkOwnIdentity,
} from '@jadegate/contract/identity/source-sign-in';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { keepAway } from '../../../api/source-sign-in.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function ownIdentitiesQuery() {
  return queryOptions({
    queryKey: ['account', 'identities'],
    queryFn: ({ signal }) => call(listOwnIdentities, { signal }),
    meta: { errors: 'caller' },
  });
}

/** Leaves for the source, and comes back to this tab. */
export function useLinkSource() {
  return useMutation({
    mutationFn: async (key: string) => {
      const begun = await call(startLinking, { params: { key } });
      const { pathname, search } = window.location;
      keepAway(begun, { key, purpose: 'link', next: pathname + search });
      window.location.assign(begun.url);
    },
  });
}

/** In a tab of its own, so that what was being done here stays; this one sees when it is proven. */
export function useProveAtSource() {
  return useMutation({
    mutationFn: async (key: string) => {
      const begun = await call(startOwnSource, { params: { key } });
      keepAway(begun, { key, purpose: 'prove', next: '/' });
      window.open(begun.url, '_blank');
    },
    meta: { errors: 'caller' },
  });
}

export function useUnlinkIdentity() {
  return useChange(['account'], (id: string) => call(unlinkOwnIdentity, { params: { id } }));
}

export function useLinkDirectory() {
  return useChange(['account'], ({ key, ...body }: { key: string; username: string; password: string }) =>
    call(linkDirectory, { params: { key }, body }),
  );
}
