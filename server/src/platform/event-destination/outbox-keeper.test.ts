// On both engines: what is counted, halved and removed is SQL of its own; and servers take turns.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { EventKit, EVERYTHING } from '../../testing/event-kit.ts';
import { EventReceiver } from '../../testing/event-receiver.ts';

let kit: EventKit;
let receiver: EventReceiver;
beforeAll(async () => {
  kit = await EventKit.start();
  receiver = await EventReceiver.open();
});
afterAll(async () => {
  await kit.stop();
  await receiver.close();
});
afterEach(async () => {
  const rows = await kit.server.db.selectFrom('event_destination').select('id').execute();
  await kit.server.call('DELETE', `/event-destinations/${rows.map(({ id }) => id).join()}`, {
    token: kit.token,
  });
  receiver.calls.length = 0;
  receiver.judge = () => 200;
});

const set = (values: Record<string, unknown>) =>
  kit.server.call('PUT', '/properties', { token: kit.token, body: values });
const tidy = () => kit.server.services.eventDeliveries.tidy();
const kept = async () => {
  const numbered = kit.server.db.selectFrom('event_outbox').select('seq').where('seq', 'is not', null);
  return (await numbered.orderBy('seq').execute()).map(({ seq }) => seq);
};
const names = (count: number, prefix = 'n') => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

describe('what is kept', () => {
  it('goes when everybody has it, and not before', async () => {
    await kit.addWebhook(receiver);
    await kit.happen(names(10));
    await tidy();
    await kit.server.services.events.number();
    await tidy();
    expect((await kept()).length).toBeGreaterThanOrEqual(10);
    await kit.settled();
    await tidy();
    expect(await kept()).toEqual([]);
    const head = await kit.server.services.events.head();
    expect(head).toMatchObject({ gone_seq: head.seq, gone_bytes: head.bytes });
  });

  it('stays for so many days where programs fetch it', async () => {
    await kit.addWebhook(receiver);
    await set({ 'event-pull-days': 2 });
    await kit.happen(['kept']);
    await kit.settled();
    kit.server.passTime(DAY_MS);
    await tidy();
    expect((await kept()).length).toBeGreaterThan(0);
    kit.server.passTime(1.5 * DAY_MS);
    await tidy();
    expect(await kept()).toEqual([]);
    kit.token = await kit.server.login();
    await set({ 'event-pull-days': 0 });
  });

  it('takes no more room than it may: the oldest go, are counted, and that is told', async () => {
    await set({ 'event-outbox-max-mb': 10 });
    const dead = await kit.addWebhook(receiver, { name: 'dead' });
    const filter = { ...EVERYTHING, groups: ['evidence'] };
    const alive = await EventReceiver.open();
    await kit.addWebhook(alive, { name: 'alive', filter });
    receiver.judge = () => 503;
    await kit.happen(names(30));
    await kit.settled();
    // As if the last ten were long: what counts is what stands in the rows.
    const { seq, bytes } = await kit.server.services.events.head();
    const big = 11 * 1024 * 1024;
    await kit.server.db
      .updateTable('event_outbox')
      .set((row) => ({ ends_at: row('ends_at', '+', big) }))
      .where('seq', '>', seq - 10)
      .execute();
    await kit.server.db
      .updateTable('event_head')
      .set({ bytes: bytes + big })
      .execute();
    await tidy();
    const left = await kept();
    expect(left.at(-1)).toBe(seq);
    expect(left.length).toBeLessThanOrEqual(10);
    expect(left.length).toBeGreaterThan(0);
    const lost = 30 - left.length;
    expect(await kit.row(dead)).toMatchObject({ dropped: lost });
    await tidy();
    await kit.settled();
    const told = alive.taken.filter(({ event }) => event.action === 'event.dropped');
    expect(told.map(({ jadegate }) => jadegate.detail)).toEqual([{ destination: 'dead', count: lost }]);
    receiver.judge = () => 200;
    await kit.pass(600_000, 2);
    expect(receiver.taken.map(({ jadegate }) => jadegate.object?.name)).toEqual(names(30).slice(lost));
    await alive.close();
  });
});

describe('two servers', () => {
  it('send each event once, also with both at work', async () => {
    const events = { eventTargetsAllowed: ['127.0.0.0/8'], eventTimings: { lingerMs: 0, answerMs: 5000 } };
    const other = await kit.server.startBeside({ events });
    await kit.addWebhook(receiver, {}, 5);
    for (let round = 0; round < 5; round++) {
      await kit.happen(names(12, `r${round}-`));
      await Promise.all([kit.settled(), other.services.eventDeliveries.settled()]);
    }
    await kit.settled();
    const wanted = [0, 1, 2, 3, 4].flatMap((round) => names(12, `r${round}-`));
    expect(receiver.taken.map(({ jadegate }) => jadegate.object?.name)).toEqual(wanted);
    await other.stop();
  });
});
