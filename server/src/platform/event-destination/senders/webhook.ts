import { createHmac } from 'node:crypto';

import type { ConfigOf } from '@jadegate/contract/platform/events/destination-config';

import { SECOND_MS, type Clock } from '../../../kernel/clock.ts';
import type { Secret } from '../../../kernel/secret.ts';
import { eventLine } from '../event-json.ts';
import { deliveryKey } from './delivery-key.ts';
import type { HttpShape } from './http-sender.ts';

interface Parts {
  config: ConfigOf<'webhook'>;
  signing: Secret;
  token: Secret | undefined;
  clock: Clock;
}

/**
 * Events as JSON, signed: HMAC-SHA256 over the time in seconds, a dot and the body. Whoever checks the signature and that the
 * time is near takes nothing that others made or recorded.
 */
export function webhookShape({ config, signing, token, clock }: Parts): HttpShape {
  const { origin, pathname } = new URL(config.url);
  return {
    batch: config.batch,
    paceMs: 0,
    place: origin + pathname,
    secretHeaders: ['authorization'],
    isUrlSecret: false,
    ca: config.ca,
    compose: (events) => {
      const body = `{"events":[${events.map(eventLine).join(',')}]}`;
      const time = String(Math.floor(clock.now() / SECOND_MS));
      return {
        url: config.url,
        headers: {
          'content-type': 'application/json',
          'x-jadegate-timestamp': time,
          'x-jadegate-signature': `v1=${signatureOf(signing, time, body)}`,
          'x-jadegate-delivery': deliveryKey(events),
          ...(token && { authorization: `Bearer ${token.expose()}` }),
        },
        body,
      };
    },
  };
}

function signatureOf(signing: Secret, time: string, body: string): string {
  return createHmac('sha256', signing.expose()).update(`${time}.${body}`).digest('hex');
}
