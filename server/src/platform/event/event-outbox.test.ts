// On both engines: numbers are given under a lock, and many leave events at once.
import { EVENT_NAMES } from '@jadegate/contract/platform/events/event-catalogue';
import { EventJson, eventSchema } from '@jadegate/contract/platform/events/event-json';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Caller } from '../../kernel/actor.ts';
import { TestServer } from '../../testing/test-server.ts';
import { eventJson } from '../event-destination/event-json.ts';

const someone: Caller = { address: '192.0.2.7', userAgent: '', language: 'zh-TW', requestId: 'r' };
const entry = (name: string) =>
  ({ action: 'credential.created', object: { type: 'credential', id: name, name } }) as const;

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.start();
  return () => server.stop();
});

const keep = async (days: number) => {
  const token = await server.login();
  const body = { 'event-pull-days': days };
  expect((await server.call('PUT', '/properties', { token, body })).code).toBe(1);
};
const rows = () => server.db.selectFrom('event_outbox').selectAll().orderBy('id').execute();

describe('the outbox', () => {
  it('has nothing in it that nobody wants', async () => {
    await server.services.audit.writeAlone(someone, entry('unwanted'));
    expect(await rows()).toEqual([]);
  });

  it('holds what was committed, in its order and with numbers that have no gap', async () => {
    const { audit, database, events } = server.services;
    await keep(7);
    const before = await events.head();
    await Promise.all(Array.from({ length: 8 }, (_, n) => audit.writeAlone(someone, entry(`at once ${n}`))));
    const lost = database.transact(async (tx) => {
      await audit.write(someone, entry('rolled back'), tx);
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await audit.writeAlone(someone, entry('last'));
    await Promise.all([events.number(), events.number()]);
    const listed = await events.listAfter(before.seq, 100);
    const numbers = listed.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, at) => before.seq + 1 + at));
    const names = listed.map((row) => eventJson(row, 'en').jadegate.object?.name);
    expect(names).toHaveLength(9);
    expect(names).not.toContain('rolled back');
    expect(names.at(-1)).toBe('last');
    const head = await events.head();
    expect(head).toMatchObject({ seq: numbers.at(-1), bytes: listed.at(-1)?.ends_at });
    expect(listed.at(-1)?.ends_at).toBe(listed.reduce((sum, { bytes }) => sum + bytes, before.bytes));
  });

  it('says what its catalogue says, with the head of the audit chain', async () => {
    const { audit, events, eventOutbox, database } = server.services;
    await keep(7);
    await audit.writeAlone(someone, entry('玉'));
    await database.transact((tx) =>
      eventOutbox.add(
        {
          name: 'login.locked',
          at: 1_800_000_000_000,
          isFailure: true,
          detail: { moment: 'locked', door: 'web' },
        },
        tx,
      ),
    );
    await events.number();
    const listed = (await events.listAfter(0, 100)).map((row) => eventJson(row, 'zh-TW'));
    for (const event of listed) {
      expect(eventSchema(event.event.action).safeParse(event).error).toBeUndefined();
      expect(EventJson.strict().safeParse(event).error).toBeUndefined();
    }
    const [made, locked] = listed.slice(-2);
    const { seq, hash } = await server.db
      .selectFrom('audit_head')
      .select(['seq', 'hash'])
      .executeTakeFirstOrThrow();
    expect(made).toMatchObject({
      message: '新增憑證：玉',
      event: { action: 'credential.created', outcome: 'success', severity: 5 },
      source: { ip: someone.address },
      jadegate: { audit: { sequence: seq, hash, entry: seq }, request: { id: 'r' } },
    });
    expect(locked).toMatchObject({
      '@timestamp': '2027-01-15T08:00:00.000Z',
      event: { outcome: 'failure', severity: 4 },
      jadegate: { detail: { moment: 'locked' } },
    });
  });
});

describe('programs that fetch events', () => {
  it('get them after a number, wait for more, and are told what is not kept any more', async () => {
    await keep(7);
    const { events } = server.services;
    const token = await server.login();
    for (const name of ['one', 'two', 'three']) {
      await server.services.audit.writeAlone(someone, entry(name));
    }
    await events.number();
    const { seq } = await events.head();
    const pull = (query: Record<string, string>) =>
      server.call<{ events: EventJson[]; next: number; missed: number }>('GET', '/events', { token, query });
    const first = (await pull({ after: '0', limit: '1' })).data;
    expect(first).toMatchObject({ next: 1, missed: 0 });
    expect(first.events).toHaveLength(1);
    const waiting = pull({ after: String(seq), wait: '30' });
    await server.services.audit.writeAlone(someone, entry('awaited'));
    await events.number();
    const awaited = (await waiting).data;
    expect(awaited.events[0]?.jadegate.object?.name).toBe('awaited');
    expect(awaited.next).toBe(seq + 1);
    await server.services.database.transact((tx) => events.remove(2, tx));
    expect((await pull({ after: '0' })).data).toMatchObject({ missed: 2, next: seq + 1 });
    // A backup was restored, and the numbers that somebody has are still to come.
    const again = (await pull({ after: String(seq + 900), wait: '30' })).data;
    expect(again).toMatchObject({ missed: 0, next: seq + 1 });
    expect(again.events.map(({ event }) => event.sequence)[0]).toBe(3);
  });

  it('are told that they cannot while nothing is kept for them', async () => {
    const token = await server.login();
    expect(await server.call('GET', '/events', { token })).toMatchObject({
      code: 404,
      message: expect.stringContaining('保留天數') as string,
    });
  });
});

it('every event has a schema of its own', () => {
  expect(new Set(EVENT_NAMES).size).toBe(EVENT_NAMES.length);
  expect(EVENT_NAMES.length).toBeGreaterThan(190);
});
