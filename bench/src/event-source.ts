// A process of its own: people who type commands at a pace, and the receivers of the events that this makes.
import { setInterval } from 'node:timers';

import { EventReceiver } from '../../server/src/testing/event-receiver.ts';
import { Mailbox } from '../../server/src/testing/mailbox.ts';
import { OwnRsyslog } from '../../server/src/testing/own-rsyslog.ts';
import { LeanTerminal } from './lean-terminal.ts';
import { PROMPT } from './stage.ts';

export interface Typists {
  url: string;
  token: string;
  /** Ids of the sessions to type in. */
  sessions: string[];
  /** Commands of all of them together. */
  perSecond: number;
}

/** Where the receivers are. */
export interface Receivers {
  webhook: { url: string; ca: string };
  mailPort: number;
  syslog: { ports: { udp: number; tcp: number; tls: number }; ca: string; certificate: string; key: string };
}

let typing: NodeJS.Timeout | undefined;
let typed = 0;

async function receive(): Promise<Receivers> {
  const [webhook, syslog] = [await EventReceiver.open(), await OwnRsyslog.start()];
  const { port: mailPort } = await Mailbox.open();
  const { ports, ca, client } = syslog;
  process.once('disconnect', () => {
    syslog.stop().then(
      () => process.exit(),
      () => process.exit(1),
    );
  });
  return { webhook: { url: webhook.url, ca: webhook.ca }, mailPort, syslog: { ports, ca, ...client } };
}

async function type({ sessions, perSecond, ...where }: Typists): Promise<void> {
  const terminals = sessions.map((sessionId) => new LeanTerminal({ ...where, sessionId }));
  await Promise.all(terminals.map((terminal) => terminal.shows(PROMPT)));
  const began = performance.now();
  // A machine that is busy calls late: what is due by then is typed all the same.
  typing = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; typed < due; typed++) {
      terminals[typed % terminals.length]?.type(`: ${typed}\n`);
    }
  }, 1000 / perSecond);
}

process.on('message', (message: 'receive' | 'stop' | Typists) => {
  const work = async () => {
    if (message === 'receive') {
      return receive();
    }
    if (message === 'stop') {
      clearInterval(typing);
      return typed;
    }
    await type(message);
    return 'done';
  };
  work().then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      throw error;
    },
  );
});
