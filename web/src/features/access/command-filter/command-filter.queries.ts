import {
  createCommandFilter,
  createCommandFilterRule,
  deleteCommandFilterRules,
  deleteCommandFilters,
  getCommandFilter,
  listCommandFilterRules,
  listCommandFilters,
  testCommandFilter,
  updateCommandFilter,
  updateCommandFilterRule,
  type CommandFilterInput,
  type CommandFilterQuery,
  type CommandFilterRuleChange,
  type CommandFilterRuleInput,
} from '@jadegate/contract/access/command-filter';
import { LIMITS } from '@jadegate/contract/limits';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

export const FilterQuestion = testCommandFilter.body;
export type FilterQuestion = z.output<typeof FilterQuestion>;

export function commandFiltersQuery(query: CommandFilterQuery) {
  return queryOptions({
    queryKey: ['command-filter', 'list', query],
    queryFn: ({ signal }) => call(listCommandFilters, { query, signal }),
  });
}

export function commandFilterQuery(id: string) {
  return queryOptions({
    queryKey: ['command-filter', 'one', id],
    queryFn: ({ signal }) => call(getCommandFilter, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

/** All of them: their order only makes sense as a whole, and there are never many. */
export function rulesQuery(commandFilterId: string) {
  return queryOptions({
    queryKey: ['command-filter', 'rules', commandFilterId],
    queryFn: ({ signal }) =>
      call(listCommandFilterRules, {
        query: { commandFilterId, pageIndex: 1, pageSize: LIMITS.commandFilterRules.max },
        signal,
      }),
    meta: { errors: 'caller' },
  });
}

const TOUCHED = ['command-filter'];

export function useCreateCommandFilter() {
  return useChange(TOUCHED, (body: CommandFilterInput) => call(createCommandFilter, { body }));
}

export function useUpdateCommandFilter() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: CommandFilterInput }) =>
    call(updateCommandFilter, { params: { id }, body }),
  );
}

export function useDeleteCommandFilters() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteCommandFilters, { params: { ids: part } })),
  );
}

export function useCreateRule() {
  return useChange(TOUCHED, (body: CommandFilterRuleInput) => call(createCommandFilterRule, { body }));
}

/** One after another: their order is the order in which they are asked. Shown as far as it came when one is refused. */
export function useCreateRules() {
  return useChange(
    TOUCHED,
    async (bodies: readonly CommandFilterRuleInput[]) => {
      for (const body of bodies) {
        await call(createCommandFilterRule, { body });
      }
    },
    { errors: 'toast' },
  );
}

interface RuleChange {
  id: string;
  body: CommandFilterRuleChange;
}

export function useUpdateRule(errors: 'caller' | 'toast' = 'caller') {
  return useChange(
    TOUCHED,
    ({ id, body }: RuleChange) => call(updateCommandFilterRule, { params: { id }, body }),
    { errors },
  );
}

export function useDeleteRules() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteCommandFilterRules, { params: { ids: part } })),
  );
}

export function useTestCommandFilter(id: string) {
  return useMutation({
    mutationFn: (body: FilterQuestion) => call(testCommandFilter, { params: { id }, body }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}
