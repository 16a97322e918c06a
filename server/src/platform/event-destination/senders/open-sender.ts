import type { Language } from '@jadegate/contract/language';
import {
  placeOf,
  type DestinationConfig,
  type DestinationSecret,
} from '@jadegate/contract/platform/events/destination-config';

import type { Clock } from '../../../kernel/clock.ts';
import type { Secret } from '../../../kernel/secret.ts';
import type { RefuseAddress } from '../../../protocols/dial/tcp.ts';
import type { MailService } from '../../mail/mail.service.ts';
import { chatHttpShape } from './chat-shapes.ts';
import { SendFailure, type EventSender } from './event-sender.ts';
import { FileSender, type EventFolder } from './file-sender.ts';
import { HttpSender } from './http-sender.ts';
import { MailSender } from './mail-sender.ts';
import { SyslogDatagramSender } from './syslog-datagram-sender.ts';
import { SyslogStreamSender } from './syslog-stream-sender.ts';
import { webhookShape } from './webhook.ts';

interface SenderNeeds {
  refuse: RefuseAddress;
  folder: EventFolder;
  mail: Pick<MailService, 'route' | 'send'>;
  product: () => Promise<string>;
  language: () => Promise<Language>;
  clock: Clock;
  /** For tests. */
  answerMs?: number | undefined;
}

export type Secrets = Partial<Record<DestinationSecret, Secret>>;

/** Who speaks to a destination of this kind. Nothing is dialled before something is sent. */
export async function openSender(
  config: DestinationConfig,
  secrets: Secrets,
  { refuse, folder, mail, product, language, clock, answerMs }: SenderNeeds,
): Promise<EventSender> {
  const place = placeOf(config);
  switch (config.kind) {
    case 'syslog':
      return config.transport === 'udp'
        ? new SyslogDatagramSender({ config, place, refuse })
        : new SyslogStreamSender({ config, key: secrets.key, place, refuse });
    case 'file':
      return new FileSender({ config, folder });
    case 'webhook': {
      const { signing, token } = secrets;
      if (!signing) {
        throw new SendFailure('event_destination.secret_needed', { field: 'signing' });
      }
      return new HttpSender(webhookShape({ config, signing, token, clock }), { refuse, answerMs });
    }
    case 'mail':
      return new MailSender({
        config,
        mail,
        telling: { language: await language(), product: await product() },
      });
    default: {
      const { url, token } = secrets;
      const telling = { language: await language(), product: await product() };
      return new HttpSender(chatHttpShape(config, { url, token, telling }), { refuse, answerMs });
    }
  }
}
