import { listDesktopActs } from '@jadegate/contract/session/desktop-recording';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';

/** What was done at a recorded desktop. */
export function desktopActsQuery(id: string) {
  return queryOptions({
    queryKey: ['session', 'recording', id, 'acts'],
    queryFn: ({ signal }) => call(listDesktopActs, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
