import {
  changeCommandOwner,
  createCommand,
  createOwnCommand,
  deleteCommands,
  deleteOwnCommands,
  getCommand,
  getOwnCommand,
  listCommands,
  listOwnCommands,
  updateCommand,
  updateOwnCommand,
  type CommandInput,
  type CommandQuery,
} from '@jadegate/contract/access/command';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

/** Everybody's commands, as administrators see them, or one's own with the shared ones. */
export type CommandScope = 'all' | 'own';

export function commandsQuery(scope: CommandScope) {
  return (query: CommandQuery) =>
    queryOptions({
      queryKey: ['command', scope, 'list', query],
      queryFn: ({ signal }) => call(scope === 'all' ? listCommands : listOwnCommands, { query, signal }),
    });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function commandQuery(scope: CommandScope, id: string) {
  return queryOptions({
    queryKey: ['command', scope, 'one', id],
    queryFn: ({ signal }) => call(scope === 'all' ? getCommand : getOwnCommand, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function readCommand(scope: CommandScope) {
  return (id: string) => call(scope === 'all' ? getCommand : getOwnCommand, { params: { id } });
}

export function ownerOptionsQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

const TOUCHED = ['command'];

/** Sharing is not one's own to decide, so it is not sent there. */
function ownBody({ name, content }: CommandInput) {
  return { name, content };
}

export function useCreateCommand(scope: CommandScope) {
  return useChange(TOUCHED, (body: CommandInput) =>
    scope === 'all' ? call(createCommand, { body }) : call(createOwnCommand, { body: ownBody(body) }),
  );
}

export function useUpdateCommand(scope: CommandScope) {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: CommandInput }) =>
    scope === 'all'
      ? call(updateCommand, { params: { id }, body })
      : call(updateOwnCommand, { params: { id }, body: ownBody(body) }),
  );
}

export function useShareCommand() {
  return useChange(
    TOUCHED,
    ({ id, body }: { id: string; body: CommandInput }) => call(updateCommand, { params: { id }, body }),
    { errors: 'toast' },
  );
}

export function useDeleteCommands(scope: CommandScope) {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) =>
      call(scope === 'all' ? deleteCommands : deleteOwnCommands, { params: { ids: part } }),
    ),
  );
}

export function useChangeCommandOwner() {
  return useChange(TOUCHED, ({ id, owner }: { id: string; owner: string }) =>
    call(changeCommandOwner, { params: { id }, query: { owner } }),
  );
}
