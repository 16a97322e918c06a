import { SYSLOG_FORMATS } from '@jadegate/contract/platform/events/destination-config';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { EventKit } from '../../testing/event-kit.ts';
import { OwnRsyslog } from '../../testing/own-rsyslog.ts';

const BREAKERS = [
  '\r\n<13>1 2026-01-01T00:00:00Z forged jadegate - login.succeeded - forged ',
  '\n20 <13>forged message ',
  '\u0000',
  '\u001b[2J\u0007',
  '\u202Egnp.exe\u2028',
  '"}]}\\',
  ']|CEF:0|x|\\',
  '^sev=10|LEEF:2.0|x|^',
  '玉門關😀',
];

let kit: EventKit;
let rsyslog: OwnRsyslog;
beforeAll(async () => {
  rsyslog = await OwnRsyslog.start();
  kit = await EventKit.start();
});
afterAll(async () => {
  await kit.stop();
  await rsyslog.stop();
});

const names = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix} ${at}`);
const receivedOf = (prefix: string) =>
  rsyslog.kept.filter(({ text }) => text.includes(prefix)).map(({ text }) => text);
const nameOf = (text: string) =>
  (JSON.parse(text) as { jadegate: { object: { name: string } } }).jadegate.object.name;

async function addSyslog(transport: 'udp' | 'tcp' | 'tls', given: Record<string, unknown> = {}) {
  const place = { kind: 'syslog', host: '127.0.0.1', port: rsyslog.ports[transport], transport };
  const { certificate, key } = rsyslog.client;
  const proof = transport === 'tls' ? { ca: rsyslog.ca, certificate } : {};
  return kit.add({ ...place, ...proof, ...given }, transport === 'tls' ? { secrets: { key } } : {});
}
const remove = (id: string) => kit.server.call('DELETE', `/event-destinations/${id}`, { token: kit.token });

describe('rsyslog', () => {
  it.each(['udp', 'tcp', 'tls'] as const)(
    'gets every event over %s, once and in order',
    async (transport) => {
      const id = await addSyslog(transport);
      const happened = names(60, transport);
      await kit.happen(happened);
      await kit.settled();
      await vi.waitFor(() => expect(receivedOf(transport).map(nameOf)).toEqual(happened), {
        timeout: 30_000,
      });
      const [first] = rsyslog.kept.filter(({ text }) => text.includes(transport));
      expect(first?.msgid).toBe('credential.created');
      expect(first?.structured).toMatch(/^\[meta sequenceId="\d+"\]\[origin software="Jadegate" swVersion=/);
      expect(await kit.row(id)).toMatchObject({ state: 'ok', sent: 60 });
      await remove(id);
    },
  );

  it('gets CEF', async () => {
    const id = await addSyslog('tcp', { format: 'cef' });
    await kit.happen(['cef a=b|c\\d']);
    await kit.settled();
    await vi.waitFor(() => expect(receivedOf('CEF:0')).toHaveLength(1), { timeout: 30_000 });
    expect(receivedOf('CEF:0')[0]).toMatch(
      /^CEF:0\|Jadegate\|Jadegate\|[\d.]+\|credential.created\|Credential created\|5\|rt=\d+ .*cs3=cef a\\=b\|c\\\\d/,
    );
    await remove(id);
  });

  it('gets LEEF', async () => {
    const id = await addSyslog('tcp', { format: 'leef' });
    await kit.happen(['leef a=b|c^d']);
    await kit.settled();
    await vi.waitFor(() => expect(receivedOf('LEEF:2.0')).toHaveLength(1), { timeout: 30_000 });
    expect(receivedOf('LEEF:2.0')[0]).toMatch(
      /^LEEF:2\.0\|Jadegate\|Jadegate\|[\d.]+\|credential.created\|\^\|devTime=.*\^objectName=leef a=b\\u\{7c}c\\u\{5e}d\^/,
    );
    await remove(id);
  });

  it('turns away whoever shows no certificate, and is not trusted without its authority', async () => {
    for (const [without, said] of [
      [{ certificate: '' }, '要求用戶端憑證'],
      [{ ca: '' }, '未通過驗證'],
    ] as const) {
      const id = await addSyslog('tls', without);
      await kit.happen(['refused']);
      await kit.settled();
      const problem: unknown = expect.stringContaining(said);
      expect(await kit.row(id)).toMatchObject({ state: 'failing', sent: 0, problem });
      await remove(id);
    }
  });

  it('counts exactly the events that were sent, whatever stands in them', async () => {
    const { database, eventOutbox, clock } = kit.server.services;
    const places = [];
    for (const transport of ['udp', 'tcp', 'tls'] as const) {
      for (const format of SYSLOG_FORMATS) {
        places.push(await addSyslog(transport, { format, appName: `x-${transport}-${format}` }));
      }
    }
    const before = rsyslog.kept.length;
    const texts = [...BREAKERS, ...BREAKERS.map((text) => text.repeat(50_000))];
    for (const text of texts) {
      const object = { type: text.slice(0, 100), id: text, name: text };
      const [person, asset] = [
        { id: 'p', name: text },
        { id: 'a', name: text },
      ];
      await database.transact((tx) =>
        eventOutbox.add(
          {
            name: 'credential.created',
            at: clock.now(),
            person,
            address: text,
            object,
            asset,
            detail: { text },
          },
          tx,
        ),
      );
    }
    await kit.settled();
    const sent = texts.length * places.length;
    await vi.waitFor(() => expect(rsyslog.kept.length - before).toBeGreaterThanOrEqual(sent), {
      timeout: 30_000,
    });
    const kept = rsyslog.kept.slice(before);
    expect(kept).toHaveLength(sent);
    for (const { msgid, text } of kept) {
      expect(msgid).toBe('credential.created');
      expect(/^(?:CEF:0|LEEF:2\.0)\|/.test(text) || nameOf(text).length > 0).toBe(true);
    }
    for (const id of places) {
      await remove(id);
    }
  });

  it('that dies with something unread gets it when it is back', async () => {
    const id = await addSyslog('tcp');
    await kit.happen(names(10, 'before'));
    await kit.settled();
    await rsyslog.kill();
    await kit.happen(names(10, 'meanwhile'));
    await kit.settled();
    expect(await kit.row(id)).toMatchObject({ state: 'failing', waiting: 10 });
    await rsyslog.resume();
    await kit.pass(60_000, 2);
    await vi.waitFor(() => expect(receivedOf('meanwhile').map(nameOf)).toEqual(names(10, 'meanwhile')), {
      timeout: 30_000,
    });
    expect(await kit.row(id)).toMatchObject({ state: 'ok', waiting: 0 });
    await remove(id);
  });
});
