import { join } from 'node:path';

import { DESTINATION_SECRETS } from '@jadegate/contract/platform/events/destination-config';

import { Meter } from '../kernel/meter.ts';
import type { WorkEngine } from '../work/work-engine.ts';
import type { BrandingService } from './branding/branding.service.ts';
import { DestinationTestService } from './event-destination/destination-test.service.ts';
import { secretOwner, type Destination } from './event-destination/destination.ts';
import { EventDeliveryService } from './event-destination/event-delivery.service.ts';
import { EventDestinationRepository } from './event-destination/event-destination.repository.ts';
import { EventDestinationService } from './event-destination/event-destination.service.ts';
import { readFigures } from './event-destination/event-figures.ts';
import { EventGate } from './event-destination/event-gate.service.ts';
import { EventParkedRepository } from './event-destination/event-parked.repository.ts';
import { refusingTargets } from './event-destination/event-target.policy.ts';
import { watchEvents } from './event-destination/event-watch.ts';
import { metered } from './event-destination/senders/metered-sender.ts';
import { openSender, type Secrets } from './event-destination/senders/open-sender.ts';
import type { EventLogService } from './event/event-log.service.ts';
import type { Foundation } from './foundation.ts';
import type { MailService } from './mail/mail.service.ts';

export interface EventOptions {
  /** Addresses of this machine, link-local or of metadata services to which events may go all the same. */
  eventTargetsAllowed?: readonly string[] | undefined;
  /** Where files of events lie; a folder of the data directory unless said otherwise. */
  eventFolder?: string | undefined;
  /** For tests: how long an answer may take, and how long is waited for the next event. */
  eventTimings?: { answerMs?: number; lingerMs?: number } | undefined;
}

interface Needs {
  foundation: Foundation;
  options: EventOptions;
  events: EventLogService;
  work: WorkEngine;
  mail: MailService;
  branding: BrandingService;
}

/** Where events go: what sends them, looks after that, and tells how it goes. */
export function createEventDestinations({ foundation, options, events, work, mail, branding }: Needs) {
  const { dataDir, database, vault, audit, eventOutbox: outbox, settings, clock, logger } = foundation;
  const { eventTargetsAllowed = [], eventFolder, eventTimings } = options;
  const folder = { path: eventFolder ?? join(dataDir, 'events'), isForGroup: eventFolder !== undefined };
  const language = () => settings.get('language');
  const needs = {
    refuse: refusingTargets(eventTargetsAllowed),
    folder,
    mail,
    language,
    product: async () => branding.name(await language()),
    clock,
    answerMs: eventTimings?.answerMs,
  };
  const eventMeter = new Meter<'send', 'ok' | 'failed'>();
  const open = async ({ id, config }: Destination) => {
    const secrets: Secrets = {};
    for (const name of DESTINATION_SECRETS) {
      const secret = await vault.get(secretOwner(id), name);
      if (secret) {
        secrets[name] = secret;
      }
    }
    return metered(await openSender(config, secrets, needs), eventMeter);
  };
  const destinations = new EventDestinationRepository(database);
  const parked = new EventParkedRepository(database);
  const stored = { database, destinations, parked, events, clock };
  const { lingerMs } = eventTimings ?? {};
  const deliveries = new EventDeliveryService({
    lingerMs,
    ...stored,
    outbox,
    settings,
    open,
    language,
    work,
    logger,
  });
  const eventGate = new EventGate({ destinations, clock });
  const eventDestinations = new EventDestinationService({
    ...stored,
    vault,
    audit,
    settings,
    deliveries,
    gate: eventGate,
    fileFolder: folder.path,
  });
  return {
    eventDeliveries: deliveries,
    eventGate,
    eventDestinations,
    destinationTests: new DestinationTestService({
      destinations: eventDestinations,
      events,
      outbox,
      audit,
      open,
      language,
      clock,
    }),
    eventWatch: watchEvents({ destinations, clock }),
    eventMeter,
    /** For those who measure. */
    readEventFigures: () => readFigures({ destinations, events, clock }),
  };
}
