import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useEffect } from 'react';

import type { ListQuery, ListSchema } from '../../hooks/list-state.ts';
import { useListState } from '../../hooks/useListState.ts';
import type { ListRow } from './list-column.ts';
import type { Selection } from './useSelection.ts';

export interface ListSource<Row extends ListRow, Query extends ListQuery, Key extends QueryKey> {
  schema: ListSchema<Query>;
  /** The read, by query: `(query) => queryOptions({ … })`. */
  read: (query: Query) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  /** From `useSelection`. Without it rows cannot be ticked. */
  selection?: Selection<Row>;
}

/** The state of a list page: its address, its rows, and ticking all of them. */
export function useList<Row extends ListRow, Query extends ListQuery, Key extends QueryKey>(
  source: ListSource<Row, Query, Key>,
) {
  const { schema, read, selection } = source;
  const state = useListState(schema);
  const client = useQueryClient();
  const result = useQuery({
    ...read(state.query),
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
  const { query, update } = state;
  const total = result.data?.total ?? 0;

  // The last row of the last page was deleted, or a link points past the end.
  const lastPage = Math.max(1, Math.ceil(total / query.pageSize));
  const isPastEnd = result.isSuccess && !result.isPlaceholderData && total > 0 && query.pageIndex > lastPage;
  useEffect(() => {
    if (isPastEnd) {
      update({ pageIndex: lastPage } as Partial<Query>, { replace: true });
    }
  }, [isPastEnd, lastPage, update]);

  // Everything the filters match, as far as one bulk call can take it.
  const all = useMutation({
    mutationFn: () => client.query(read({ ...query, pageIndex: 1, pageSize: LIMITS.idsPerCall.max })),
    onSuccess: (page) => selection?.set(page.items),
  });

  return {
    state,
    result,
    selectAll: {
      selectable: Math.min(total, LIMITS.idsPerCall.max),
      isRunning: all.isPending,
      run: () => all.mutate(),
    },
  };
}
