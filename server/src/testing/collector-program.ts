// Collectors of events for tests that are no part of the server: rsyslog, and a receiver of webhooks. What they are told comes
// by standard input, a line of JSON each.
import { createInterface } from 'node:readline';

import { EventReceiver } from './event-receiver.ts';
import { OwnRsyslog } from './own-rsyslog.ts';

const rsyslog = await OwnRsyslog.start();
const receiver = await EventReceiver.open();
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);
const { ports, ca, client } = rsyslog;
say({ syslog: { ports, ca, client }, webhook: { url: receiver.url, ca: receiver.ca } });
for await (const line of createInterface({ input: process.stdin })) {
  const { isAway, status } = JSON.parse(line) as { isAway?: boolean; status?: number };
  if (isAway !== undefined) {
    await (isAway ? rsyslog.kill() : rsyslog.resume());
  }
  if (status !== undefined) {
    receiver.judge = () => status;
  }
  say({ kept: rsyslog.kept, taken: receiver.taken });
}
await rsyslog.stop();
await receiver.close();
