import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';
import { WeeklyWindows } from '../weekly-windows.ts';
import { DESTINATION_KINDS, DESTINATION_SECRETS, DestinationConfig } from './events/destination-config.ts';
import { EVENT_SEVERITIES, type EventGroup } from './events/event-kind.ts';
import { EVENT_GROUPS } from './events/event-kind.words.ts';

const GROUPS = Object.keys(EVENT_GROUPS) as [EventGroup, ...EventGroup[]];
const Ids = z.array(Id).max(LIMITS.eventFilterIds.max).default([]);

/** Which events a destination gets. Nothing chosen means all; what is chosen in one line is any of it, and every line counts. */
export const EventFilter = z.strictObject({
  groups: z.array(z.enum(GROUPS)).max(GROUPS.length).default([]),
  /** Single events beside whole groups. */
  names: z
    .array(z.string().regex(/^[a-z-]+\.[a-z-]+$/))
    .max(LIMITS.eventFilterIds.max)
    .default([]),
  severity: z.enum(EVENT_SEVERITIES).default('info'),
  /** Who did it. */
  users: Ids,
  userGroups: Ids,
  /** Where it was done. */
  assets: Ids,
  tags: z.array(z.string().trim().min(1).max(LIMITS.tag.max)).max(LIMITS.tagsPerAsset.max).default([]),
});
export type EventFilter = z.infer<typeof EventFilter>;

const DESTINATION_STATES = ['off', 'new', 'ok', 'failing'] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];

export const EventDestinationRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(DESTINATION_KINDS),
  enabled: z.boolean(),
  /** Where it leads; never a secret address. */
  place: z.string(),
  state: z.enum(DESTINATION_STATES),
  /** When something was last delivered; empty for never. */
  lastOk: z.union([FamilyTime, z.literal('')]),
  /** Why the last try failed, in the caller's language; empty while all is well. */
  problem: z.string(),
  failingSince: z.union([FamilyTime, z.literal('')]),
  nextTry: z.union([FamilyTime, z.literal('')]),
  /** Events it has not got yet, before its filter. */
  waiting: z.number().int(),
  /** How old the oldest of them is, in seconds. */
  lagSeconds: z.number().int(),
  sent: z.number().int(),
  /** Given up after three days, and still on the list. */
  undeliverable: z.number().int(),
  /** Lost because the outbox had no more room. */
  dropped: z.number().int(),
  failClosedHours: z.number().int(),
  /** New sessions are refused because of it. */
  isClosing: z.boolean(),
});
export type EventDestinationRow = z.infer<typeof EventDestinationRow>;

export const EventDestination = EventDestinationRow.extend({
  config: DestinationConfig,
  filter: EventFilter,
  quiet: WeeklyWindows,
  storedSecrets: z.array(z.enum(DESTINATION_SECRETS)),
});
export type EventDestination = z.infer<typeof EventDestination>;

const Secret = z.string().trim().max(LIMITS.privateKey.max).optional();

/** A secret that is left out or empty stays as it is. */
export const EventDestinationInput = z.strictObject({
  name: Name.max(100),
  enabled: z.boolean().default(true),
  config: DestinationConfig,
  filter: EventFilter,
  /** Hours in which nothing is sent to people; what happens in them comes afterwards. */
  quiet: WeeklyWindows.default([]),
  /** While the oldest event that waits for it is older, no new sessions are opened; 0: they always are. */
  failClosedHours: z.number().int().min(0).max(LIMITS.eventFailClosedHours.max).default(0),
  secrets: z.strictObject({ url: Secret, token: Secret, signing: Secret, key: Secret }).default({}),
  ...echoed('id', 'storedSecrets'),
});
export type EventDestinationInput = z.infer<typeof EventDestinationInput>;

export const EventDestinationQuery = pagingQuery(['name'], {});
export type EventDestinationQuery = z.infer<typeof EventDestinationQuery>;

const ById = z.object({ id: Id });

export const listEventDestinations = endpoint({
  method: 'GET',
  path: '/event-destinations/paging',
  access: ['event-destination'],
  summary: 'Where events are sent, with how that goes.',
  query: EventDestinationQuery,
  response: paged(EventDestinationRow),
});

/** What waits in the house, for whomever. */
export const EventOutboxState = z.object({
  /** Of the last event; 0 before there was one. */
  sequence: z.number().int(),
  /** Events that are kept, and how much room they take. */
  kept: z.number().int(),
  bytes: z.number().int(),
  maxBytes: z.number().int(),
  /** Days for which programs can fetch them; 0 where they cannot. */
  pullDays: z.number().int(),
  /** Where files of events lie on each server. */
  fileFolder: z.string(),
});
export type EventOutboxState = z.infer<typeof EventOutboxState>;

export const getEventOutbox = endpoint({
  method: 'GET',
  path: '/event-destinations/outbox',
  access: ['event-destination'],
  summary: 'How many events are kept until everybody has them.',
  response: EventOutboxState,
});

export const getEventDestination = endpoint({
  method: 'GET',
  path: '/event-destinations/:id',
  access: ['event-destination', 'event-destination-edit'],
  summary: 'One destination without its secrets.',
  params: ById,
  response: EventDestination,
});

export const createEventDestination = endpoint({
  method: 'POST',
  path: '/event-destinations',
  access: ['event-destination-add'],
  widens: true,
  summary: 'Adds a destination. It gets what happens from now on.',
  body: EventDestinationInput,
  response: z.object({ id: z.string() }),
});

export const updateEventDestination = endpoint({
  method: 'PUT',
  path: '/event-destinations/:id',
  access: ['event-destination-edit'],
  widens: true,
  summary: 'Changes a destination. Its token must be given again when it leads elsewhere.',
  params: ById,
  body: EventDestinationInput,
});

export const deleteEventDestinations = endpoint({
  method: 'DELETE',
  path: '/event-destinations/:ids',
  access: ['event-destination-del'],
  summary: 'Deletes destinations with what they have not got yet.',
  params: z.object({ ids: IdList }),
});

/** What was sent as a test, and what came back, as text; neither holds a secret. */
export const DestinationTest = z.object({
  isOk: z.boolean(),
  sent: z.string(),
  answer: z.string(),
  problem: z.string(),
  milliseconds: z.number().int(),
});
export type DestinationTest = z.infer<typeof DestinationTest>;

export const testEventDestination = endpoint({
  method: 'POST',
  path: '/event-destinations/:id/test',
  access: ['event-destination-edit'],
  interactive: true,
  perMinute: 20,
  summary: 'Sends a test event at once, and shows what was sent and what came back.',
  params: ById,
  response: DestinationTest,
});

export const retryEventDestination = endpoint({
  method: 'POST',
  path: '/event-destinations/:id/retry',
  access: ['event-destination-edit'],
  perMinute: 20,
  summary: 'Tries again now what waits for another try.',
  params: ById,
});

/** An event that a destination did not take. */
export const UndeliverableEvent = z.object({
  id: z.string(),
  sequence: z.number().int(),
  at: FamilyTime,
  name: z.string(),
  message: z.string(),
  attempts: z.number().int(),
  problem: z.string(),
  endedAt: FamilyTime,
});
export type UndeliverableEvent = z.infer<typeof UndeliverableEvent>;

export const UndeliverableQuery = pagingQuery(['sequence'], {});
export type UndeliverableQuery = z.infer<typeof UndeliverableQuery>;

export const listUndeliverable = endpoint({
  method: 'GET',
  path: '/event-destinations/:id/undeliverable/paging',
  access: ['event-destination'],
  summary: 'What could not be delivered within three days, the oldest first.',
  params: ById,
  query: UndeliverableQuery,
  response: paged(UndeliverableEvent),
});

export const resendUndeliverable = endpoint({
  method: 'POST',
  path: '/event-destinations/:id/undeliverable/resend',
  access: ['event-destination-resend'],
  perMinute: 20,
  summary: 'Sends again what could not be delivered: these, or all. Answers how many.',
  params: ById,
  body: z.strictObject({ ids: z.array(Id).max(LIMITS.idsPerCall.max).optional() }),
  response: z.object({ count: z.number().int() }),
});
