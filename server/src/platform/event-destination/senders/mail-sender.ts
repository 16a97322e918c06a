import { translate } from '@jadegate/contract/language';
import { readMails } from '@jadegate/contract/mail-list';
import { EVENT_MESSAGE_WORDS } from '@jadegate/contract/platform/event.words';
import type { ConfigOf } from '@jadegate/contract/platform/events/destination-config';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { AppError } from '../../../kernel/app-error.ts';
import { spelledText } from '../../../kernel/spelled-text.ts';
import type { MailService } from '../../mail/mail.service.ts';
import { SendFailure, type EventSender, type Receipt } from './event-sender.ts';
import { textForPeople, type Telling } from './people-text.ts';

interface Options {
  config: ConfigOf<'mail'>;
  mail: Pick<MailService, 'route' | 'send'>;
  telling: Telling;
}

const BATCH = 500;
const LETTER_CHARACTERS = 20_000;
const SUBJECT_CHARACTERS = 120;

/** One letter to each address, with all that waits. */
export class MailSender implements EventSender {
  readonly batch = BATCH;
  readonly settleMs = 0;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async send(events: readonly EventJson[]): Promise<Receipt> {
    const { config, mail, telling } = this.#options;
    const route = await mail.route();
    if (!route) {
      throw new SendFailure('event_destination.mail_not_set', {});
    }
    const { language, product } = telling;
    const [first] = events;
    const isOne = events.length === 1 && first !== undefined;
    const subject = isOne
      ? translate(EVENT_MESSAGE_WORDS.subjectOne, language, { product, message: first.message })
      : translate(EVENT_MESSAGE_WORDS.subjectMany, language, { product, count: events.length });
    const letter = {
      subject: spelledText(subject).slice(0, SUBJECT_CHARACTERS).toWellFormed(),
      text: `${textForPeople(events, telling, LETTER_CHARACTERS)}\n`,
    };
    const refused: unknown[] = [];
    const addresses = readMails(config.to);
    for (const to of addresses) {
      await mail.send({ to, ...letter }, route).catch((error: unknown) => {
        // One that is not there any more must not keep the others from it, nor bring it to them again and again.
        if (!(error instanceof AppError && error.code === 'mail.recipient_refused')) {
          throw failureOf(error);
        }
        refused.push(error);
      });
    }
    if (refused.length === addresses.length) {
      throw failureOf(refused[0]);
    }
    return { sent: `To: ${config.to}\nSubject: ${letter.subject}\n\n${letter.text}`, answer: '' };
  }

  check(): void {
    // The server has taken it, or it has not.
  }

  async close(): Promise<void> {
    // Each letter has a connection of its own.
  }
}

function failureOf(error: unknown): SendFailure {
  return error instanceof AppError
    ? new SendFailure(error.code, error.params, { cause: error })
    : new SendFailure('event_destination.failed', { reason: 'mail' }, { cause: error });
}
