import {
  listCommandLog,
  listSessionCommands,
  type CommandListQuery,
  type SessionCommandQuery,
} from '@jadegate/contract/session/session-command';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';

export function sessionCommandsQuery(id: string, query: SessionCommandQuery) {
  return queryOptions({
    queryKey: ['session', 'commands', id, query],
    queryFn: ({ signal }) => call(listSessionCommands, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first of them are enough to walk through a recording. */
const BESIDE_PLAYER = 500;

/** The commands of a session that is over: they do not change any more. */
export function recordedCommandsQuery(id: string) {
  return {
    ...sessionCommandsQuery(id, { pageIndex: 1, pageSize: BESIDE_PLAYER }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export function commandLogQuery(query: CommandListQuery) {
  return queryOptions({
    queryKey: ['session', 'command-log', query],
    queryFn: ({ signal }) => call(listCommandLog, { query, signal }),
  });
}
