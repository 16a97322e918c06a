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
} from '@jadegate/contract/platform/event-destination';

import type { Api } from '../../http/api.ts';
import type { DestinationTestService } from './destination-test.service.ts';
import type { EventDestinationService } from './event-destination.service.ts';

interface Services {
  eventDestinations: EventDestinationService;
  destinationTests: DestinationTestService;
}

export function eventDestinationRoutes(api: Api, { eventDestinations, destinationTests }: Services): void {
  api.on(listEventDestinations, ({ actor, query }) => eventDestinations.list(query, actor.language));
  api.on(getEventOutbox, () => eventDestinations.outbox());
  api.on(getEventDestination, ({ actor, params }) => eventDestinations.get(params.id, actor.language));
  api.on(createEventDestination, ({ actor, body }) => eventDestinations.create(actor, body));
  api.on(updateEventDestination, ({ actor, params, body }) =>
    eventDestinations.update(actor, params.id, body),
  );
  api.on(deleteEventDestinations, ({ actor, params }) => eventDestinations.delete(actor, params.ids));
  api.on(testEventDestination, ({ actor, params }) => destinationTests.test(actor, params.id));
  api.on(retryEventDestination, ({ params }) => eventDestinations.retry(params.id));
  api.on(listUndeliverable, ({ actor, params, query }) =>
    eventDestinations.listUndeliverable(params.id, query, actor.language),
  );
  api.on(resendUndeliverable, ({ actor, params, body }) =>
    eventDestinations.resend(actor, params.id, body.ids),
  );
}
