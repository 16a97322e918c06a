import {
  importFromDirectory,
  previewDirectory,
  searchDirectory,
  testDirectory,
} from '@jadegate/contract/identity/directory';
import { visitIdentitySource } from '@jadegate/contract/identity/identity-source';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';
import type { SourceInput } from './source-form.ts';

/** The body may hold a password: it is forgotten at once. */
export function usePreviewDirectory() {
  return useMutation({
    mutationFn: (body: { id: string; source: SourceInput }) => call(previewDirectory, { body }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function useTestDirectory() {
  return useMutation({
    mutationFn: ({ id, username }: { id: string; username: string }) =>
      call(testDirectory, { params: { id }, body: { username } }),
    meta: { errors: 'caller' },
  });
}

export function directoryPeopleQuery(id: string, keyword: string) {
  return queryOptions({
    queryKey: ['identity-source', 'people', id, keyword],
    queryFn: ({ signal }) => call(searchDirectory, { params: { id }, body: { keyword }, signal }),
    gcTime: 0,
    retry: false,
    meta: { errors: 'caller' },
  });
}

export function useImportFromDirectory() {
  return useChange(['identity-source', 'user'], ({ id, subjects }: { id: string; subjects: string[] }) =>
    call(importFromDirectory, { params: { id }, body: { subjects } }),
  );
}

/** `allowedLosses` lets through what was held. */
export function useVisitSource() {
  return useChange(
    ['identity-source'],
    ({ id, allowedLosses = 0 }: { id: string; allowedLosses?: number }) =>
      call(visitIdentitySource, { params: { id }, body: { allowedLosses } }),
    { errors: 'caller' },
  );
}
