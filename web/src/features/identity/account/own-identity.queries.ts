import { linkDirectory } from '@jadegate/contract/identity/directory';
import { startLinking, unlinkOwnIdentity } from '@jadegate/contract/identity/source-sign-in';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { keepAway } from '../../../api/source-sign-in.ts';
import { useChange } from '../../../hooks/useChange.ts';

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

export function useUnlinkIdentity() {
  return useChange(['account'], (id: string) => call(unlinkOwnIdentity, { params: { id } }));
}

export function useLinkDirectory() {
  return useChange(['account'], ({ key, ...body }: { key: string; username: string; password: string }) =>
    call(linkDirectory, { params: { key }, body }),
  );
}
