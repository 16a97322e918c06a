import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { EventJson } from '@jadegate/contract/platform/events/event-json';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { EventKit, EVERYTHING, SIGNING } from '../../testing/event-kit.ts';
import { EventReceiver } from '../../testing/event-receiver.ts';
import { anAsset, aGroup, tag } from '../../testing/grant-rows.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import type { TestServer } from '../../testing/test-server.ts';

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
  await kit.server.call('DELETE', `/event-destinations/${rows.map(({ id }) => id).join() || 'none'}`, {
    token: kit.token,
  });
  receiver.calls.length = 0;
  receiver.judge = () => 200;
});

const call = <Data = unknown>(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) =>
  kit.server.call<Data>(method, url, { token: kit.token, ...(body !== undefined && { body }) });
const webhook = () => ({ kind: 'webhook', url: receiver.url, ca: receiver.ca, batch: 100 });
const input = (given: Record<string, unknown> = {}) => ({
  name: 'the collector',
  config: given['config'] ?? webhook(),
  filter: { ...EVERYTHING, groups: ['secret'] },
  secrets: { signing: SIGNING, token: 'token-3f81' },
  ...given,
});
const nameOf = ({ jadegate }: EventJson) => jadegate.object?.name ?? '';

describe('a destination', () => {
  it('takes secrets and never shows them', async () => {
    const id = await kit.add(webhook(), { secrets: { signing: SIGNING, token: 'token-3f81' } });
    const chat = await kit.add(
      { kind: 'slack' },
      { secrets: { url: 'https://hooks.example/T0/secret-path' } },
    );
    const shown = JSON.stringify([
      await call('GET', `/event-destinations/${id}`),
      await call('GET', `/event-destinations/${chat}`),
      await call('GET', '/event-destinations/paging'),
      await kit.server.db.selectFrom('event_destination').selectAll().execute(),
      await kit.server.db.selectFrom('audit_log').select('detail').execute(),
    ]);
    expect(shown).toContain('"storedSecrets":["signing","token"]');
    for (const secret of [SIGNING, 'token-3f81', 'secret-path', 'hooks.example']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('has a token that goes only where it was meant for, and under its authority', async () => {
    const id = await kit.add(webhook(), input());
    const moved = { ...webhook(), url: 'https://198.51.100.7/events' };
    const kept = { secrets: {} };
    for (const config of [moved, { ...webhook(), ca: '' }]) {
      const answer = await call('PUT', `/event-destinations/${id}`, input({ config, ...kept }));
      expect(answer).toMatchObject({ code: -1, error: 'event_destination.secret_again' });
    }
    const again = input({ config: moved, secrets: { token: 'token-of-the-other' } });
    expect((await call('PUT', `/event-destinations/${id}`, again)).code).toBe(1);
    expect((await call('PUT', `/event-destinations/${id}`, input({ config: moved, ...kept }))).code).toBe(1);
  });

  it.each([
    ['a secret that is missing', () => input({ secrets: {} }), 'event_destination.secret_needed'],
    [
      'an address that is none',
      () => input({ config: { kind: 'slack' }, secrets: { url: 'hooks' } }),
      'event_destination.secret_address',
    ],
    [
      'a token that ends a line',
      () => input({ secrets: { signing: SIGNING, token: 'token-3f81\r\nx-other: 1' } }),
      'event_destination.secret_token',
    ],
    [
      'an event that there is not',
      () => input({ filter: { names: ['login.guessed'] } }),
      'event_destination.unknown_event',
    ],
    [
      'somebody who is not there',
      () => input({ filter: { users: ['nobody'] } }),
      'event_destination.target_gone',
    ],
    [
      'hours of its own in which it would stop sessions',
      () => ({
        ...input({ config: { kind: 'mail', to: 'ops@example.com' }, secrets: {}, failClosedHours: 2 }),
        quiet: Array.from({ length: 7 }, (_, key) => ({ key, value: '22:00~07:00' })),
      }),
      'event_destination.waits_by_itself',
    ],
    [
      'a digest that takes as long',
      () =>
        input({
          config: { kind: 'mail', to: 'ops@example.com', everyMinutes: 120 },
          secrets: {},
          failClosedHours: 2,
        }),
      'event_destination.waits_by_itself',
    ],
    [
      'a path instead of a name',
      () => input({ config: { kind: 'file', fileName: '../jadegate.db' } }),
      'validation',
    ],
    [
      'a name in an address',
      () => input({ config: { ...({ kind: 'webhook' } as const), url: 'https://a:b@c.example/' } }),
      'validation',
    ],
    [
      'an odd certificate',
      () =>
        input({
          config: {
            kind: 'syslog',
            host: 'a.example',
            port: 6514,
            certificate: '-----BEGIN CERTIFICATE-----',
          },
          secrets: { key: '-----BEGIN PRIVATE KEY-----' },
        }),
      'event_destination.key_unreadable',
    ],
    [
      'an odd authority',
      () => input({ config: { ...webhook(), ca: '-----BEGIN CERTIFICATE-----' } }),
      'event_destination.authority_unreadable',
    ],
  ])('is refused with %s, in a sentence', async (_what, body, error) => {
    const answer = await call('POST', '/event-destinations', body());
    expect(answer).toMatchObject({ error });
    expect(answer.message).toMatch(/\p{Script=Han}/u);
    expect(JSON.stringify(answer)).not.toContain('token-3f81');
  });

  it('keeps its kind and shares its name with nobody', async () => {
    const id = await kit.add(webhook(), input());
    const other = input({ config: { kind: 'file', fileName: 'a.jsonl' } });
    expect(await call('PUT', `/event-destinations/${id}`, other)).toMatchObject({
      error: 'event_destination.kind_fixed',
    });
    expect(await call('POST', '/event-destinations', input())).toMatchObject({
      error: 'event_destination.name_taken',
    });
  });

  it('that is off gets nothing, and what happened meanwhile is not for it', async () => {
    const id = await kit.add(webhook(), input({ enabled: false }));
    await kit.happen(['while off']);
    await kit.settled();
    expect((await call('PUT', `/event-destinations/${id}`, input({ secrets: {} }))).code).toBe(1);
    await kit.happen(['while on']);
    await kit.settled();
    expect(receiver.taken.map(nameOf)).toEqual(['while on']);
  });

  it('gets what its filter says: by severity, person, group, asset and tag as they are then', async () => {
    const { server } = kit;
    const [mei, ann] = [await server.seedUser(), await server.seedUser()];
    const [one, two] = [await anAsset(server), await anAsset(server)];
    const group = await aGroup(server, mei.id);
    await tag(server, one.id, 'production');
    const filter = { ...EVERYTHING, groups: ['session'], userGroups: [group.id], tags: ['production'] };
    const id = await kit.add(webhook(), input({ filter }));
    const open = async (person: { id: string; username: string }, asset: { id: string; name: string }) => {
      const actor = { userId: person.id, username: person.username, address: '', requestId: '' } as never;
      const object = { type: 'session', id: 's', name: asset.name, within: { asset } };
      await server.services.audit.writeAlone(actor, { action: 'session.opened', object });
    };
    await open(mei, one);
    await open(mei, two);
    await open(ann, one);
    await kit.settled();
    expect(receiver.taken.map(nameOf)).toEqual([one.name]);
    expect(receiver.taken[0]?.user?.name).toBe(mei.username);
    await server.db.deleteFrom('user_group').where('id', '=', group.id).execute();
    await open(mei, one);
    await kit.settled();
    expect(receiver.taken).toHaveLength(1);
    expect(await kit.row(id)).toMatchObject({ waiting: 0 });
    const strict = { ...EVERYTHING, severity: 'warning' };
    await kit.add(webhook(), input({ name: 'strict', filter: strict }));
    await kit.happen(['notice']);
    await kit.settled();
    expect(receiver.taken).toHaveLength(1);
  });
});

describe('where events may go', () => {
  it('is not this machine, unless the operator said so', async () => {
    const strict = await EventKit.start({ events: { eventTimings: { answerMs: 300 } } });
    try {
      const places = [
        { kind: 'syslog', host: 'localhost', port: 9, transport: 'tcp' },
        { kind: 'syslog', host: '127.0.0.1', port: 9, transport: 'udp' },
        { kind: 'webhook', url: 'https://[::ffff:127.0.0.1]:9/', ca: '', batch: 1 },
      ];
      for (const config of places) {
        const id = await strict.add(config, {
          secrets: config.kind === 'webhook' ? { signing: SIGNING } : {},
        });
        const { data } = await strict.server.call('POST', `/event-destinations/${id}/test`, {
          token: strict.token,
        });
        expect(data).toMatchObject({
          isOk: false,
          problem: expect.stringContaining('JADEGATE_EVENT_TARGETS_ALLOWED') as string,
        });
      }
    } finally {
      await strict.stop();
    }
  });

  it('is never a part of the product, whatever the operator said', async () => {
    const { registerOwnPart } = await import('../../kernel/own-parts.ts');
    const forget = registerOwnPart(() => [{ host: '127.0.0.1', port: 7 }]);
    const id = await kit.add({ kind: 'syslog', host: '127.0.0.1', port: 7, transport: 'tcp' });
    expect((await call('POST', `/event-destinations/${id}/test`)).data).toMatchObject({
      isOk: false,
      problem: expect.stringContaining('自己的元件') as string,
    });
    forget();
  });
});

describe('a file of events', () => {
  const folder = () => path.join(kit.server.dataDir, 'events');
  const lines = (name: string) =>
    readFileSync(path.join(folder(), name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as EventJson);

  it('has one a line, begins anew when it is full, and is whole after half a line', async () => {
    await kit.add({ kind: 'file', fileName: 'a.jsonl', maxMb: 1, keep: 2 });
    await kit.happen(['one', 'two']);
    await kit.settled();
    expect(lines('a.jsonl').map(nameOf)).toEqual(['one', 'two']);
    const file = path.join(folder(), 'a.jsonl');
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"@timestamp":"20`);
    await kit.happen(['three']);
    await kit.settled();
    expect(lines('a.jsonl').map(nameOf)).toEqual(['one', 'two', 'three']);
    for (const round of [1, 2, 3]) {
      writeFileSync(file, `${JSON.stringify({ round, filler: 'x'.repeat(1024 * 1024) })}\n`);
      await kit.happen([`after ${round}`]);
      await kit.settled();
    }
    expect(readdirSync(folder()).toSorted()).toEqual(['a.jsonl', 'a.jsonl.1', 'a.jsonl.2']);
    expect(lines('a.jsonl').map(nameOf)).toEqual(['after 3']);
  });

  it('has none twice where the writing was not written down, also if that filled it', async () => {
    const id = await kit.add({ kind: 'file', fileName: 'b.jsonl', maxMb: 1 });
    const again = async (name: string) => {
      const { seq } = await kit.server.services.events.head();
      await kit.server.db
        .updateTable('event_delivery')
        .set({ seq: seq - 2 })
        .where('destination_id', '=', id)
        .execute();
      await kit.happen([name]);
      await kit.settled();
    };
    await kit.happen(['one', 'two']);
    await kit.settled();
    await again('three');
    expect(lines('b.jsonl').map(nameOf)).toEqual(['one', 'two', 'three']);
    const file = path.join(folder(), 'b.jsonl');
    const filler = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) });
    writeFileSync(file, `${filler}\n${readFileSync(file, 'utf8')}`);
    await again('four');
    expect(lines('b.jsonl').map(nameOf)).toEqual(['four']);
  });

  it('is nobody else’s, nor are those that were full', async () => {
    const id = await kit.add({ kind: 'file', fileName: 'd.jsonl' });
    const other = (fileName: string) =>
      call('POST', '/event-destinations', input({ config: { kind: 'file', fileName }, secrets: {} }));
    for (const fileName of ['d.jsonl', 'D.jsonl', 'd.jsonl.1']) {
      expect(await other(fileName)).toMatchObject({ error: 'event_destination.file_taken' });
    }
    expect((await other('d.jsonl.one')).code).toBe(1);
    const moved = input({ name: 'moved', config: { kind: 'file', fileName: 'd.jsonl.one.2' }, secrets: {} });
    expect(await call('PUT', `/event-destinations/${id}`, moved)).toMatchObject({
      error: 'event_destination.file_taken',
      message: expect.stringContaining('the collector') as string,
    });
  });

  it('says what is the matter where it cannot be written', async () => {
    mkdirSync(path.join(folder(), 'c.jsonl'), { recursive: true });
    const id = await kit.add({ kind: 'file', fileName: 'c.jsonl' });
    await kit.happen(['lost?']);
    await kit.settled();
    expect(await kit.row(id)).toMatchObject({
      state: 'failing',
      waiting: 1,
      problem: expect.stringContaining('EISDIR') as string,
    });
  });
});

describe('messages to people', () => {
  it('come as one letter in a while, and not in quiet hours', async () => {
    const mailbox = await Mailbox.open();
    const mail = {
      'mail-host': '127.0.0.1',
      'mail-port': mailbox.port,
      'mail-security': 'none',
      'mail-from': 'gate@example.com',
    };
    await call('PUT', '/properties', mail);
    await kit.add({ kind: 'mail', to: 'ops@example.com, night@example.com', everyMinutes: 30 });
    await kit.happen(['first\nSubject: forged']);
    await kit.settled();
    expect(mailbox.received.map(({ to }) => to)).toEqual([['ops@example.com'], ['night@example.com']]);
    expect(mailbox.received[0]?.subject).toContain('新增憑證：first');
    await kit.happen(['second', 'third']);
    await kit.pass(10 * MINUTE_MS, 1);
    expect(mailbox.received).toHaveLength(2);
    await kit.pass(25 * MINUTE_MS, 1);
    expect(mailbox.received).toHaveLength(4);
    expect(mailbox.received[3]?.text).toMatch(/second[^]*third/);
    const always = Array.from({ length: 7 }, (_, key) => ({ key, value: '00:00~00:00' }));
    await kit.add({ kind: 'mail', to: 'quiet@example.com' }, { quiet: always });
    await kit.happen(['at night']);
    await kit.settled();
    expect(mailbox.received.map(({ to }) => to).flat()).not.toContain('quiet@example.com');
    await mailbox.close();
  });

  it('go to an address that nobody sees, not in a log either', async () => {
    receiver.judge = () => 500;
    const secrets = { url: `${receiver.url}/hidden-5b1c` };
    const id = await kit.add({ kind: 'mattermost', ca: receiver.ca }, { secrets });
    await kit.happen(['for people']);
    await kit.settled();
    const { data } = await call<{ sent: string }>('POST', `/event-destinations/${id}/test`);
    expect(data.sent).toContain('POST /•••');
    expect(receiver.calls[0]?.body).toContain('新增憑證：for people');
    const everywhere = JSON.stringify([kit.server.logLines, data, await kit.row(id)]);
    expect(everywhere).not.toContain('hidden-5b1c');
  });
});

describe('while events wait for too long', () => {
  it('no session is prepared, and signing in works, to switch that off', async () => {
    receiver.judge = () => 503;
    const id = await kit.add(webhook(), input({ failClosedHours: 1 }));
    await kit.happen(['waiting']);
    await kit.settled();
    const { eventGate } = kit.server.services;
    await expect(eventGate.refuse()).resolves.toBeUndefined();
    await kit.pass(HOUR_MS + MINUTE_MS, 1);
    await expect(eventGate.refuse()).rejects.toMatchObject({
      code: 'session.events_waiting',
      params: { name: 'the collector', hours: 1 },
    });
    await expect(eventGate.refuseOpening()).rejects.toMatchObject({ end: { kind: 'events_waiting' } });
    expect(await kit.row(id)).toMatchObject({ isClosing: true });
    const asset = await anAsset(kit.server);
    const answer = await call('POST', `/sessions?assetId=${asset.id}`);
    expect(answer).toMatchObject({ error: 'session.events_waiting' });
    expect((await call('PUT', `/event-destinations/${id}`, input({ secrets: {} }))).code).toBe(1);
    await expect(eventGate.refuse()).resolves.toBeUndefined();
  });
});

it('without a destination nothing is written', async () => {
  await kit.happen(['nobody']);
  const server: TestServer = kit.server;
  expect(await server.db.selectFrom('event_outbox').select('id').where('seq', 'is', null).execute()).toEqual(
    [],
  );
});
