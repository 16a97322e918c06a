import type { Page } from '@jadegate/contract/paging';
import type { UndeliverableEvent } from '@jadegate/contract/platform/event-destination';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts';
import { EventKit, SIGNING } from '../../testing/event-kit.ts';
import { EventReceiver, isSigned } from '../../testing/event-receiver.ts';

let kit: EventKit;
let receiver: EventReceiver;
beforeAll(async () => {
  kit = await EventKit.start();
});
afterAll(() => kit.stop());
beforeEach(async () => {
  receiver = await EventReceiver.open();
});
let ids: string[] = [];
afterEach(async () => {
  await kit.server.call('DELETE', `/event-destinations/${ids.join()}`, { token: kit.token });
  ids = [];
  await receiver.close();
});

const add = async (...parts: Parameters<EventKit['addWebhook']>) => {
  const id = await kit.addWebhook(...parts);
  ids.push(id);
  return id;
};
const nameOf = ({ jadegate }: EventJson) => jadegate.object?.name ?? '';
const names = (count: number, prefix = 'n') => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

describe('a webhook', () => {
  it('gets what happens, signed, once and in order', async () => {
    const id = await add(receiver, {}, 10);
    const happened = names(25);
    await kit.happen(happened);
    await kit.settled();
    expect(receiver.taken.map(nameOf)).toEqual(happened);
    expect(receiver.calls).toHaveLength(3);
    expect(receiver.calls.every((call) => isSigned(call, SIGNING))).toBe(true);
    expect(receiver.calls.some((call) => isSigned(call, 'another'))).toBe(false);
    expect(await kit.row(id)).toMatchObject({ state: 'ok', sent: 25, waiting: 0, problem: '' });
  });

  it('that refuses everything for an hour misses nothing and gets nothing twice', async () => {
    const id = await add(receiver);
    receiver.judge = () => 500;
    await kit.happen(names(5));
    await kit.settled();
    expect(await kit.row(id)).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining('HTTP 500') as string,
    });
    await kit.happen(names(5, 'later'));
    await kit.pass(HOUR_MS, 15);
    expect(receiver.calls.length).toBeGreaterThan(5);
    expect(receiver.calls.length).toBeLessThan(60);
    receiver.judge = () => 200;
    await kit.pass(HOUR_MS / 6, 2);
    expect(receiver.taken.map(nameOf)).toEqual([...names(5), ...names(5, 'later')]);
    expect(await kit.row(id)).toMatchObject({ state: 'ok', waiting: 0, failingSince: '' });
  });

  it('that hangs is given up and asked again', async () => {
    const id = await add(receiver);
    receiver.judge = () => 'hang';
    await kit.happen(['held']);
    await kit.settled();
    expect((await kit.row(id)).problem).toContain('時限');
    await kit.happen(['meanwhile']);
    receiver.judge = () => 200;
    await kit.pass(60_000, 2);
    expect(receiver.taken.map(nameOf)).toEqual(['held', 'meanwhile']);
    const deliveries = receiver.calls.map(({ headers }) => headers['x-jadegate-delivery']);
    expect(new Set(deliveries).size).toBe(2);
  });

  it('that leads elsewhere is not followed', async () => {
    const inside = await EventReceiver.open();
    const id = await add(receiver);
    receiver.judge = () => ({ redirect: inside.url });
    await kit.happen(['private']);
    await kit.settled();
    expect((await kit.row(id)).problem).toContain('轉往');
    expect(inside.calls).toEqual([]);
    await inside.close();
  });

  it('gets an event that it refuses apart from the others, and those of its session behind it', async () => {
    const id = await add(receiver);
    let refuses = true;
    receiver.judge = (events) => (refuses && events.some((event) => nameOf(event) === 'bad') ? 422 : 200);
    await kit.happen(['one']);
    await kit.happen(['s1', 'bad', 's2'], 'session-a');
    await kit.happen(['other'], 'session-b');
    await kit.settled();
    expect(receiver.taken.map(nameOf)).toEqual(['one', 's1', 'other']);
    await kit.happen(['s3'], 'session-a');
    await kit.happen(['last']);
    await kit.settled();
    expect(receiver.taken.map(nameOf)).toEqual(['one', 's1', 'other', 'last']);
    refuses = false;
    await kit.pass(HOUR_MS, 5);
    expect(receiver.taken.map(nameOf)).toEqual(['one', 's1', 'other', 'last', 'bad', 's2', 's3']);
    expect(await kit.row(id)).toMatchObject({ state: 'ok', undeliverable: 0, sent: 7 });
  });

  it('that refuses one event for three days has it on a list, from which it is sent again', async () => {
    const id = await add(receiver);
    receiver.judge = (events) => (events.some((event) => nameOf(event) === 'bad') ? 400 : 200);
    await kit.happen(['good', 'bad']);
    await kit.settled();
    await kit.pass(4 * DAY_MS, 8);
    const page = async () =>
      (
        await kit.server.call<Page<UndeliverableEvent>>(
          'GET',
          `/event-destinations/${id}/undeliverable/paging`,
          { token: kit.token },
        )
      ).data;
    const [one] = (await page()).items;
    expect(one).toMatchObject({ name: 'credential.created', message: '新增憑證：bad' });
    receiver.judge = () => 200;
    const again = await kit.server.call<{ count: number }>(
      'POST',
      `/event-destinations/${id}/undeliverable/resend`,
      { token: kit.token, body: { ids: [one?.id] } },
    );
    expect(again.data).toEqual({ count: 1 });
    await kit.settled();
    expect(receiver.taken.map(nameOf)).toEqual(['good', 'bad']);
    expect(await page()).toMatchObject({ total: 0 });
  });

  it('that takes nothing for three days has the old ones on the list, and goes on with the others', async () => {
    const id = await add(receiver);
    receiver.judge = () => 503;
    await kit.happen(['old']);
    await kit.settled();
    await kit.pass(3.5 * DAY_MS, 7);
    await kit.happen(['new']);
    receiver.judge = () => 200;
    await kit.pass(HOUR_MS, 4);
    expect(receiver.taken.map(nameOf)).toEqual(['new']);
    expect(await kit.row(id)).toMatchObject({ state: 'ok', undeliverable: 1 });
  });

  it('is shown with what was sent and what came back when it is tested', async () => {
    const id = await add(receiver, { secrets: { signing: SIGNING, token: 'bearer-of-the-receiver' } });
    const test = () => kit.server.call('POST', `/event-destinations/${id}/test`, { token: kit.token });
    const { data } = await test();
    expect(data).toMatchObject({ isOk: true, answer: 'HTTP 200\nsaid 200' });
    expect(receiver.calls[0]?.headers.authorization).toBe('Bearer bearer-of-the-receiver');
    expect(JSON.stringify(data)).toContain('event.test');
    expect(JSON.stringify(data)).not.toContain('bearer-of');
    receiver.judge = () => 418;
    expect((await test()).data).toMatchObject({ isOk: false, answer: 'HTTP 418\nsaid 418' });
  });
});
