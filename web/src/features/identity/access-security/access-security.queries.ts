import {
  createAccessSecurity,
  deleteAccessSecurities,
  getAccessSecurity,
  listAccessSecurities,
  updateAccessSecurity,
  type AccessSecurityInput,
  type AccessSecurityQuery,
} from '@jadegate/contract/identity/access-security';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

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

const TOUCHED = ['access-security'];

export function useCreateAccessSecurity() {
  return useChange(TOUCHED, (body: AccessSecurityInput) => call(createAccessSecurity, { body }));
}

export function useUpdateAccessSecurity() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: AccessSecurityInput }) =>
    call(updateAccessSecurity, { params: { id }, body }),
  );
}

interface Removal {
  ids: readonly string[];
  confirmLockout: boolean;
}

export function useDeleteAccessSecurities() {
  return useChange(TOUCHED, ({ ids, confirmLockout }: Removal) =>
    inParts(ids, (part) =>
      call(deleteAccessSecurities, {
        params: { ids: part },
        query: confirmLockout ? { confirmLockout: 'true' } : {},
      }),
    ),
  );
}
