import {
  createCredential,
  deleteCredentials,
  getCredential,
  listCredentials,
  revealCredential,
  updateCredential,
  type CredentialInput,
  type CredentialQuery,
} from '@jadegate/contract/access/credential';
import type { Reauthentication } from '@jadegate/contract/identity/account';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function credentialsQuery(query: CredentialQuery) {
  return queryOptions({
    queryKey: ['credential', 'list', query],
    queryFn: ({ signal }) => call(listCredentials, { query, signal }),
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function credentialQuery(id: string) {
  return queryOptions({
    queryKey: ['credential', 'one', id],
    queryFn: ({ signal }) => call(getCredential, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

const TOUCHED = ['credential'];

export function useCreateCredential() {
  return useChange(TOUCHED, (body: CredentialInput) => call(createCredential, { body }));
}

export function useUpdateCredential() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: CredentialInput }) =>
    call(updateCredential, { params: { id }, body }),
  );
}

export function useDeleteCredentials() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteCredentials, { params: { ids: part } })),
  );
}

/** The answer holds secrets, so it is dropped from the cache as soon as nobody shows it. */
export function useRevealCredential(id: string) {
  return useMutation({
    mutationFn: (body: Reauthentication) => call(revealCredential, { params: { id }, body }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}
