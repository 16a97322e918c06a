import {
  addFavourite,
  listWorkerAssets,
  listWorkerAssetTags,
  removeFavourite,
  type WorkerAsset,
  type WorkerAssetQuery,
} from '@jadegate/contract/access/worker-asset';
import type { Page } from '@jadegate/contract/paging';
import { listOwnSessions } from '@jadegate/contract/session/own-session';
import { getSshHelp } from '@jadegate/contract/session/ssh-client';
import { getSshDoor } from '@jadegate/contract/session/ssh-door';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';

const LISTS = ['my-asset', 'list'];

/** What may be used changes by the clock and by others, so the list is asked again while it is looked at. */
const REFRESH_MS = 60_000;

export function myAssetsQuery(query: WorkerAssetQuery) {
  return queryOptions({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) =>
      call(listWorkerAssets, { query: { ...query, tags: query.tags?.join(',') }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Without them the filter is simply not offered. */
export function myAssetTagsQuery() {
  return queryOptions({
    queryKey: ['my-asset', 'tags'],
    queryFn: ({ signal }) => call(listWorkerAssetTags, { signal }),
    meta: { errors: 'caller' },
  });
}

/** They begin to wait in other windows, and not for long. */
const WAITING_MS = 10_000;

/** One's own live sessions. Without them nothing is offered. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: ['my-asset', 'own-sessions'],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    staleTime: 0,
    refetchInterval: WAITING_MS,
    meta: { errors: 'caller' },
  });
}

/** The star answers at once; rows move to their new place with the next look at the list. */
export function useMarkFavourite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, favourite }: Pick<WorkerAsset, 'id' | 'favourite'>) =>
      favourite ? call(addFavourite, { params: { id } }) : call(removeFavourite, { params: { id } }),
    onMutate: ({ id, favourite }) => {
      client.setQueriesData<Page<WorkerAsset>>({ queryKey: LISTS }, (page) => {
        const mark = (row: WorkerAsset) => (row.id === id ? { ...row, favourite } : row);
        return page && { ...page, items: page.items.map(mark) };
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: LISTS }),
  });
}

/** How it is reached with a client of one's own, and where the door for that is. */
export function sshHelpQuery(id: string) {
  return queryOptions({
    queryKey: ['ssh-help', id],
    queryFn: async ({ signal }) => {
      const [help, door] = await Promise.all([
        call(getSshHelp, { params: { id }, signal }),
        call(getSshDoor, { signal }),
      ]);
      return { help, door };
    },
    meta: { errors: 'caller' },
  });
}
