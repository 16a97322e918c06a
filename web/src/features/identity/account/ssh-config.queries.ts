import { getOwnSshConfig, makeOwnSshConfig, revokeOwnSshConfig } from '@jadegate/contract/session/ssh-client';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

const TOUCHED = ['ssh-config'];

export function ownSshConfigQuery() {
  return queryOptions({
    queryKey: TOUCHED,
    queryFn: ({ signal }) => call(getOwnSshConfig, { signal }),
    meta: { errors: 'caller' },
  });
}

export function useMakeSshConfig() {
  return useChange(TOUCHED, () => call(makeOwnSshConfig, {}), { errors: 'toast' });
}

export function useRevokeSshConfig() {
  return useChange(TOUCHED, () => call(revokeOwnSshConfig, {}));
}
