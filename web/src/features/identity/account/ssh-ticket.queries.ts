import { listAssets } from '@jadegate/contract/access/asset';
import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import {
  createSshTicket,
  listOwnSshTickets,
  revokeOwnSshTicket,
  type NewSshTicket,
} from '@jadegate/contract/identity/ssh-ticket';
import { LONGEST_PAGE } from '@jadegate/contract/paging';
import { getSshDoor } from '@jadegate/contract/session/ssh-door';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

const TOUCHED = ['ssh-ticket'];

export function ownSshTicketsQuery() {
  return queryOptions({
    queryKey: [...TOUCHED, 'own'],
    queryFn: ({ signal }) => call(listOwnSshTickets, { signal }),
    meta: { errors: 'caller' },
  });
}

/** `all`: every asset, for those who may open each of them. `own`: those granted to the person. */
type TicketScope = 'all' | 'own';

/** Of which one can be chosen. */
export function ticketAssetsQuery(scope: TicketScope) {
  return queryOptions({
    queryKey: [...TOUCHED, 'assets', scope],
    queryFn: async ({ signal }) => {
      const query = { ...LONGEST_PAGE, protocol: 'ssh' as const };
      const { items } =
        scope === 'all'
          ? await call(listAssets, { query, signal })
          : await call(listWorkerAssets, { query, signal });
      return items.map(({ id, name }) => ({ id, name }));
    },
    meta: { errors: 'caller' },
  });
}

/** Where programs come to with a ticket. */
export function ticketDoorQuery() {
  return queryOptions({
    queryKey: [...TOUCHED, 'door'],
    queryFn: ({ signal }) => call(getSshDoor, { signal }),
    meta: { errors: 'caller' },
  });
}

export function useCreateSshTicket() {
  return useChange(TOUCHED, (body: NewSshTicket) => call(createSshTicket, { body }));
}

export function useRevokeSshTicket() {
  return useChange(TOUCHED, (id: string) => call(revokeOwnSshTicket, { params: { id } }));
}
