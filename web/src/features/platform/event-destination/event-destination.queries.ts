import { listAssetOptions, listTags } from '@jadegate/contract/access/asset';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { listUserGroupOptions } from '@jadegate/contract/identity/user-group';
import {
  createEventDestination,
  deleteEventDestinations,
  getEventDestination,
  getEventOutbox,
  listEventDestinations,
  listUndeliverable,
  resendUndeliverable,
  retryEventDestination,
  testEventDestination,
  updateEventDestination,
  type EventDestinationInput,
  type EventDestinationQuery,
  type UndeliverableQuery,
} from '@jadegate/contract/platform/event-destination';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

type Input = z.input<typeof EventDestinationInput>;

/** How it goes changes by itself. */
const LOOK_MS = 10_000;

export function eventDestinationsQuery(query: EventDestinationQuery) {
  return queryOptions({
    queryKey: ['event-destination', 'list', query],
    queryFn: ({ signal }) => call(listEventDestinations, { query, signal }),
    refetchInterval: LOOK_MS,
  });
}

export function eventOutboxQuery() {
  return queryOptions({
    queryKey: ['event-destination', 'outbox'],
    queryFn: ({ signal }) => call(getEventOutbox, { signal }),
    refetchInterval: LOOK_MS,
    meta: { errors: 'caller' },
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function eventDestinationQuery(id: string) {
  return queryOptions({
    queryKey: ['event-destination', 'one', id],
    queryFn: ({ signal }) => call(getEventDestination, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function undeliverableQuery(id: string, query: UndeliverableQuery) {
  return queryOptions({
    queryKey: ['event-destination', 'undeliverable', id, query],
    queryFn: ({ signal }) => call(listUndeliverable, { params: { id }, query, signal }),
    meta: { errors: 'caller' },
  });
}

export function peopleChoicesQuery() {
  return queryOptions({
    queryKey: ['user', 'options'],
    queryFn: ({ signal }) => call(listUserOptions, { signal }),
  });
}

export function groupChoicesQuery() {
  return queryOptions({
    queryKey: ['user-group', 'options'],
    queryFn: ({ signal }) => call(listUserGroupOptions, { signal }),
  });
}

export function assetChoicesQuery() {
  return queryOptions({
    queryKey: ['asset', 'options'],
    queryFn: ({ signal }) => call(listAssetOptions, { query: {}, signal }),
  });
}

export function tagChoicesQuery() {
  return queryOptions({ queryKey: ['asset', 'tags'], queryFn: ({ signal }) => call(listTags, { signal }) });
}

const TOUCHED = ['event-destination'];

export function useCreateEventDestination() {
  return useChange(TOUCHED, (body: Input) => call(createEventDestination, { body }));
}

export function useUpdateEventDestination() {
  return useChange(TOUCHED, ({ id, body }: { id: string; body: Input }) =>
    call(updateEventDestination, { params: { id }, body }),
  );
}

export function useDeleteEventDestinations() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteEventDestinations, { params: { ids: part } })),
  );
}

export function useTestEventDestination() {
  return useChange(TOUCHED, (id: string) => call(testEventDestination, { params: { id } }));
}

export function useRetryEventDestination() {
  return useChange(TOUCHED, (id: string) => call(retryEventDestination, { params: { id } }), {
    errors: 'toast',
  });
}

export function useResendUndeliverable() {
  return useChange(
    TOUCHED,
    ({ id, ids }: { id: string; ids?: string[] }) =>
      call(resendUndeliverable, { params: { id }, body: ids === undefined ? {} : { ids } }),
    { errors: 'toast' },
  );
}
