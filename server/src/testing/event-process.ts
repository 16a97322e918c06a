// A server that makes events and sends them, so that a test can kill it: see event-killed.hosts.test.ts.
import './compiled-threads.ts';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Caller } from '../kernel/actor.ts';
import { createLogger } from '../kernel/logger.ts';
import { createServices } from '../services.ts';
import { FIRST_ADMIN } from './test-database.ts';

export interface EventProcessPlace {
  dataDir: string;
  databaseUrl?: string | undefined;
  leaseMs: number;
}

const someone: Caller = { address: '192.0.2.7', userAgent: '', language: 'zh-TW', requestId: 'r' };

async function main(place: EventProcessPlace): Promise<void> {
  const services = await createServices({
    ...place,
    firstAdmin: FIRST_ADMIN,
    logger: createLogger('silent'),
    eventTargetsAllowed: ['127.0.0.0/8'],
    eventTimings: { answerMs: 500 },
  });
  const { audit, liveSessions, work, events, eventDeliveries } = services;
  await liveSessions.start();
  work.start();
  events.start();
  eventDeliveries.start();
  const rest = new AbortController();
  process.on('message', () => rest.abort());
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.send?.('ready');
  for (let count = 0; !rest.signal.aborted; count++) {
    const name = `${process.pid}-${count}`;
    const within = { sessionId: `session-${process.pid}-${count % 3}` };
    const object = { type: 'credential', id: name, name, within };
    await audit.writeAlone(someone, { action: 'credential.created', object }).catch(() => undefined);
    await sleep(randomInt(1, 20));
  }
}

await main(JSON.parse(process.argv[2] ?? '') as EventProcessPlace);
