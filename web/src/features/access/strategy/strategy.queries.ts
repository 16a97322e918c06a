import { listAllOwnCommands } from '@jadegate/contract/access/command';
import { listCommandFilterOptions } from '@jadegate/contract/access/command-filter';
import {
  createStrategy,
  deleteStrategies,
  getStrategy,
  listStrategies,
  listStrategyGrants,
  updateStrategy,
  type StrategyGrantQuery,
  type StrategyInput,
  type StrategyQuery,
} from '@jadegate/contract/access/strategy';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function strategiesQuery(query: StrategyQuery) {
  return queryOptions({
    queryKey: ['strategy', 'list', query],
    queryFn: ({ signal }) => call(listStrategies, { query, signal }),
  });
}

/** Not kept when the form or the page closes: an edit starts from what is stored now. */
export function strategyQuery(id: string) {
  return queryOptions({
    queryKey: ['strategy', 'one', id],
    queryFn: ({ signal }) => call(getStrategy, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function strategyGrantsQuery(id: string, query: StrategyGrantQuery) {
  return queryOptions({
    queryKey: ['strategy', 'grants', id, query],
    queryFn: ({ signal }) => call(listStrategyGrants, { params: { id }, query, signal }),
  });
}

export function commandFilterOptionsQuery() {
  return queryOptions({
    queryKey: ['command-filter', 'options'],
    queryFn: ({ signal }) => call(listCommandFilterOptions, { signal }),
  });
}

/** One's own and the shared ones. Without them the choice is simply not offered. */
export function savedCommandsQuery() {
  return queryOptions({
    queryKey: ['command', 'own-options'],
    queryFn: ({ signal }) => call(listAllOwnCommands, { signal }),
    meta: { errors: 'caller' },
  });
}

const TOUCHED = ['strategy', 'command-filter'];

export function useCreateStrategy() {
  return useChange(TOUCHED, (body: StrategyInput) => call(createStrategy, { body }));
}

export function useUpdateStrategy() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: StrategyInput }) =>
    call(updateStrategy, { params: { id }, body }),
  );
}

export function useDeleteStrategies() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteStrategies, { params: { ids: part } })),
  );
}
