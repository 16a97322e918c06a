// Apart from the other queries: what names people comes with the drawer that needs it, not with the list.
import { changeCredentialOwner } from '@jadegate/contract/access/credential';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function ownerOptionsQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

export function useChangeCredentialOwner() {
  return useChange(['credential'], ({ id, owner }: { id: string; owner: string }) =>
    call(changeCredentialOwner, { params: { id }, query: { owner } }),
  );
}
