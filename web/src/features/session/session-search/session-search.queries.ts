import { pagingQuery, SearchText } from '@jadegate/contract/paging';
import { SEARCH_KINDS, searchSessions, SessionSearchQuery } from '@jadegate/contract/session/session-search';
import { infiniteQueryOptions } from '@tanstack/react-query';
import * as z from 'zod';

import { call } from '../../../api/call.ts';

/** What the address says. A text that is too short to be searched for is still a text somebody typed. */
export const SearchState = pagingQuery(['created'], {
  text: SearchText,
  kind: z.enum(SEARCH_KINDS).optional(),
  userName: SearchText,
  assetName: SearchText,
  from: SessionSearchQuery.shape.from,
  to: SessionSearchQuery.shape.to,
});
export type SearchState = z.infer<typeof SearchState>;

export function sessionSearchQuery({ text = '', kind, userName, assetName, from, to }: SearchState) {
  const query = { text, kind, userName, assetName, from, to };
  return infiniteQueryOptions({
    queryKey: ['session-search', query],
    queryFn: ({ signal, pageParam }) =>
      call(searchSessions, { query: { ...query, ...(pageParam !== '' && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: SessionSearchQuery.shape.text.safeParse(text).success,
    meta: { errors: 'caller' },
  });
}
