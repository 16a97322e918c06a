import type { Reauthentication } from '@jadegate/contract/account';
import {
  changeCredentialOwner,
  createCredential,
  deleteCredentials,
  getCredential,
  listCredentials,
  revealCredential,
  updateCredential,
  type CredentialInput,
  type CredentialQuery,
} from '@jadegate/contract/credential';
import { listUserOptions } from '@jadegate/contract/user';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

/** Ids stand in the path, and servers and proxies bound its length. */
const IDS_PER_CALL = 100;

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

export function ownerOptionsQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

/**
 * A mutation whose form or dialog shows the failure, and after which every credential read is asked again. What was
 * sent may hold secrets, so the cache drops it as soon as the form resets the mutation or goes.
 */
function useCredentialMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    meta: { errors: 'caller' },
    onSettled: () => client.invalidateQueries({ queryKey: ['credential'] }),
  });
}

export function useCreateCredential() {
  return useCredentialMutation((body: CredentialInput) => call(createCredential, { body }));
}

export function useUpdateCredential() {
  return useCredentialMutation(({ id, body }: { id: string; body: CredentialInput }) =>
    call(updateCredential, { params: { id }, body }),
  );
}

export function useDeleteCredentials() {
  return useCredentialMutation(async (ids: readonly string[]) => {
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
      await call(deleteCredentials, { params: { ids: ids.slice(start, start + IDS_PER_CALL).join(',') } });
    }
  });
}

export function useChangeCredentialOwner() {
  return useCredentialMutation(({ id, owner }: { id: string; owner: string }) =>
    call(changeCredentialOwner, { params: { id }, query: { owner } }),
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
