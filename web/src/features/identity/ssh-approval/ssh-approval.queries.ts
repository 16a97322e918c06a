import { approveSsh, getSshApproval, refuseSsh } from '@jadegate/contract/identity/ssh-approval';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function sshApprovalQuery(id: string) {
  return queryOptions({
    queryKey: ['ssh-approval', id],
    queryFn: ({ signal }) => call(getSshApproval, { params: { id }, signal }),
    gcTime: 0,
    retry: false,
    meta: { errors: 'caller' },
  });
}

export function useApproveSsh(id: string) {
  return useChange([], (code: string) => call(approveSsh, { params: { id }, body: { code } }));
}

export function useRefuseSsh(id: string) {
  return useChange([], () => call(refuseSsh, { params: { id } }));
}
