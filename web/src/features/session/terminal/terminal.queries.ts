import {
  getCommand,
  getOwnCommand,
  listAllCommands,
  listAllOwnCommands,
} from '@jadegate/contract/access/command';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';

/** `all`: everybody's saved commands, for those who manage them. `own`: the person's, and those shared with all. */
export function snippetsQuery(scope: 'all' | 'own') {
  return queryOptions({
    queryKey: ['command', scope, 'snippets'],
    queryFn: ({ signal }) => call(scope === 'all' ? listAllCommands : listAllOwnCommands, { signal }),
    meta: { errors: 'caller' },
  });
}

/** With all of its text. */
export function readSnippet(scope: 'all' | 'own') {
  return (id: string) => call(scope === 'all' ? getCommand : getOwnCommand, { params: { id } });
}
