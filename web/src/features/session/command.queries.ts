import {
  listCommandLog,
  listSessionCommands,
  type CommandListQuery,
  type SessionCommandQuery,
} from '@jadegate/contract/session-command';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

export function sessionCommandsQuery(id: string, query: SessionCommandQuery) {
  return queryOptions({
    queryKey: ['session', 'commands', id, query],
    queryFn: ({ signal }) => call(listSessionCommands, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function commandLogQuery(query: CommandListQuery) {
  return queryOptions({
    queryKey: ['session', 'command-log', query],
    queryFn: ({ signal }) => call(listCommandLog, { query, signal }),
  });
}
