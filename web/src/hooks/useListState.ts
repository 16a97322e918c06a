import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod';

import {
  DEFAULT_PAGE_SIZE,
  isFiltered,
  PAGE_SIZES,
  readListState,
  withoutFilters,
  writeListState,
  type ListQuery,
  type ListSchema,
} from './list-state.ts';
import { useStoredState } from './useStoredState.ts';

const StoredSize = z.literal([...PAGE_SIZES]);

export interface ListState<Query extends ListQuery> {
  query: Query;
  isFiltered: boolean;
  /** Changes filters or sort and goes to the first page, or changes the page. */
  update: (change: Partial<Query>, options?: { replace?: boolean }) => void;
  reset: () => void;
}

/** Page, sort, filters and search of a list, kept in the URL so that a link or the back button restores them. */
export function useListState<Query extends ListQuery>(schema: ListSchema<Query>): ListState<Query> {
  const [params, setParams] = useSearchParams();
  const [size, rememberSize] = useStoredState<number>('page-size', StoredSize, DEFAULT_PAGE_SIZE);
  const query = useMemo(() => readListState(schema, params, size), [schema, params, size]);

  const update = useCallback<ListState<Query>['update']>(
    (change, options) => {
      if (change.pageSize !== undefined) {
        rememberSize(change.pageSize);
      }
      setParams(
        (current) => {
          const previous = readListState(schema, current, size);
          return writeListState(schema, { ...previous, pageIndex: 1, ...change }, current);
        },
        { replace: options?.replace ?? false },
      );
    },
    [schema, setParams, size, rememberSize],
  );

  const reset = useCallback(() => update(withoutFilters(query)), [query, update]);

  return useMemo(() => ({ query, isFiltered: isFiltered(query), update, reset }), [query, update, reset]);
}
