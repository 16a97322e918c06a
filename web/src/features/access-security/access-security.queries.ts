import {
  createAccessSecurity,
  deleteAccessSecurities,
  getAccessSecurity,
  listAccessSecurities,
  updateAccessSecurity,
  type AccessSecurityInput,
  type AccessSecurityQuery,
} from '@jadegate/contract/access-security';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

/** Ids stand in the path, and servers and proxies bound its length. */
const IDS_PER_CALL = 100;

export function accessSecuritiesQuery(query: AccessSecurityQuery) {
  return queryOptions({
    queryKey: ['access-security', 'list', query],
    queryFn: ({ signal }) => call(listAccessSecurities, { query, signal }),
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function accessSecurityQuery(id: string) {
  return queryOptions({
    queryKey: ['access-security', 'one', id],
    queryFn: ({ signal }) => call(getAccessSecurity, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

/** A mutation whose form or dialog shows the failure, and after which the rules are asked again. */
function useAccessSecurityMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { errors: 'caller' },
    onSettled: () => client.invalidateQueries({ queryKey: ['access-security'] }),
  });
}

export function useCreateAccessSecurity() {
  return useAccessSecurityMutation((body: AccessSecurityInput) => call(createAccessSecurity, { body }));
}

export function useUpdateAccessSecurity() {
  return useAccessSecurityMutation(({ id, body }: { id: string; body: AccessSecurityInput }) =>
    call(updateAccessSecurity, { params: { id }, body }),
  );
}

interface Removal {
  ids: readonly string[];
  confirmLockout: boolean;
}

export function useDeleteAccessSecurities() {
  return useAccessSecurityMutation(async ({ ids, confirmLockout }: Removal) => {
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
      await call(deleteAccessSecurities, {
        params: { ids: ids.slice(start, start + IDS_PER_CALL).join(',') },
        query: confirmLockout ? { confirmLockout: 'true' } : {},
      });
    }
  });
}
