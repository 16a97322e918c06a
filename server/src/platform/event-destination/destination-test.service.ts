import type { Language } from '@jadegate/contract/language';
import type { DestinationTest } from '@jadegate/contract/platform/event-destination';

import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { EventLogService } from '../event/event-log.service.ts';
import type { EventOutbox } from '../event/event-outbox.service.ts';
import type { Destination } from './destination.ts';
import { sayProblem } from './event-destination.present.ts';
import type { EventDestinationService } from './event-destination.service.ts';
import { eventJson } from './event-json.ts';
import { SendFailure, type EventSender, type Receipt } from './senders/event-sender.ts';

interface Dependencies {
  destinations: EventDestinationService;
  events: EventLogService;
  outbox: EventOutbox;
  audit: AuditService;
  open: (destination: Destination) => Promise<EventSender>;
  language: () => Promise<Language>;
  clock: Clock;
}

const LONGEST_MS = 25 * SECOND_MS;
const SHOWN_CHARACTERS = 8000;

/** Sends one event by hand, past everything that waits, and shows the very bytes and what came back. */
export class DestinationTestService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async test(actor: Actor, id: string): Promise<DestinationTest> {
    const { destinations, audit } = this.#deps;
    const destination = await destinations.open(id);
    const begun = performance.now();
    const result = await this.#send(actor, destination);
    const milliseconds = Math.round(performance.now() - begun);
    await audit.writeAlone(actor, {
      action: 'event-destination.tested',
      object: { type: 'event-destination', id, name: destination.name },
      result: result.isOk ? 'success' : 'failure',
    });
    return { ...result, milliseconds };
  }

  async #send(actor: Actor, destination: Destination): Promise<Omit<DestinationTest, 'milliseconds'>> {
    const shown = ({ sent, answer }: Receipt) => ({ sent: sent.slice(0, SHOWN_CHARACTERS), answer });
    let sender: EventSender | undefined;
    try {
      sender = await this.#deps.open(destination);
      const event = await this.#event(actor, destination);
      const receipt = await sender.send([event], AbortSignal.timeout(LONGEST_MS));
      await new Promise((resolve) => setTimeout(resolve, sender?.settleMs));
      sender.check();
      return { isOk: true, problem: '', ...shown(receipt) };
    } catch (error) {
      if (!(error instanceof SendFailure)) {
        throw error;
      }
      const problem = sayProblem(JSON.stringify(error.problem), actor.language);
      return { isOk: false, problem, ...shown(error.receipt ?? { sent: '', answer: '' }) };
    } finally {
      await sender?.close();
    }
  }

  async #event(actor: Actor, { id, name }: Destination) {
    const { outbox, events, language, clock } = this.#deps;
    const { seq } = await events.head();
    const row = outbox.compose({
      name: 'event.test',
      at: clock.now(),
      person: { id: actor.userId, name: actor.username },
      address: actor.address,
      object: { type: 'event-destination', id, name },
      detail: { destination: name },
    });
    const audit = await events.auditHead();
    const numbered = { ...row, id: newId(), seq, ends_at: 0, head_seq: audit.seq, head_hash: audit.hash };
    return eventJson(numbered, await language());
  }
}
