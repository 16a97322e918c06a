import { getSshDoor, rotateSshHostKeys, type RotateSshHostKeys } from '@jadegate/contract/session/ssh-door';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function sshDoorQuery() {
  return queryOptions({
    queryKey: ['ssh-door'],
    queryFn: ({ signal }) => call(getSshDoor, { signal }),
    meta: { errors: 'caller' },
  });
}

export function useRotateHostKeys() {
  return useChange(['ssh-door'], (body: RotateSshHostKeys) => call(rotateSshHostKeys, { body }));
}
