import {
  createStorage,
  deleteStorages,
  getStorage,
  listOwnStorages,
  listStorages,
  updateStorage,
  type StorageInput,
  type StorageQuery,
} from '@jadegate/contract/files/storage';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { listUserGroupOptions } from '@jadegate/contract/identity/user-group';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function storagesQuery(query: StorageQuery) {
  return queryOptions({
    queryKey: ['storage', 'list', query],
    queryFn: ({ signal }) => call(listStorages, { query, signal }),
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function storageQuery(id: string) {
  return queryOptions({
    queryKey: ['storage', 'one', id],
    queryFn: ({ signal }) => call(getStorage, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

/** The spaces one sees as a user. */
export function ownStoragesQuery() {
  return queryOptions({
    queryKey: ['storage', 'own'],
    queryFn: ({ signal }) => call(listOwnStorages, { signal }),
    meta: { errors: 'caller' },
  });
}

export function peopleQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

export function groupsQuery() {
  return queryOptions({
    queryKey: ['user-group', 'options'],
    queryFn: ({ signal }) => call(listUserGroupOptions, { signal }),
  });
}

const TOUCHED = ['storage'];

export function useCreateStorage() {
  return useChange(TOUCHED, (body: StorageInput) => call(createStorage, { body }));
}

export function useUpdateStorage() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: StorageInput }) =>
    call(updateStorage, { params: { id }, body }),
  );
}

/** With its name, one that still holds files. */
export function useDeleteStorages() {
  return useChange(TOUCHED, ({ ids, name }: { ids: readonly string[]; name?: string | undefined }) =>
    call(deleteStorages, { params: { ids: ids.join(',') }, query: name === undefined ? {} : { name } }),
  );
}
