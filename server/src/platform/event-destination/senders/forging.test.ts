import {
  DESTINATION_KINDS,
  DestinationConfig,
  SYSLOG_FORMATS,
} from '@jadegate/contract/platform/events/destination-config';
import { EVENT_NAMES } from '@jadegate/contract/platform/events/event-catalogue';
import { eventSchema } from '@jadegate/contract/platform/events/event-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Secret } from '../../../kernel/secret.ts';
import { writtenEvent } from '../../../testing/event-json.ts';
import { shortOrSoak } from '../../../testing/soak.ts';
import type { OutgoingEvent } from '../../event/outgoing-event.ts';
import { eventLine } from '../event-json.ts';
import { cefLine } from './cef.ts';
import { chatHttpShape } from './chat-shapes.ts';
import { leefLine } from './leef.ts';
import { textForPeople } from './people-text.ts';
import { syslogMessage } from './syslog-format.ts';

const BREAKERS = [
  '\r\n<13>1 2026-01-01T00:00:00Z forged jadegate - login.succeeded - forged',
  '\n{"event":{"action":"login.succeeded"}}',
  '\u0000',
  '\u001b[2J\u001b]0;title\u0007',
  '\u202Egnp.exe\u2066',
  '\u2028\u2029\u0085',
  '"}]}\\',
  '] [forged@1 x="y"',
  '|CEF:0|forged|x|1|2|3|10| suser=root cs1=a\\',
  '|LEEF:2.0|forged|x|1|2|^|usrName=root^sev=10^auditHash=a\\u{5e}',
  '```\n@everyone <!channel> <users/all> [a](https://x) *b*',
  '\uD800',
  '\uFEFF\u{E0041}',
];
const nasty = fc
  .array(fc.oneof(fc.constantFrom(...BREAKERS), fc.string({ unit: 'binary', maxLength: 40 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
  .chain((text) => fc.constantFrom(1, 1, 1, 200).map((times) => text.repeat(times)));

const event = fc
  .record({
    name: fc.constantFrom(...EVENT_NAMES.filter((name) => !name.startsWith('alert.'))),
    person: nasty,
    address: nasty,
    object: nasty,
    asset: nasty,
    command: nasty,
    path: nasty,
    reason: nasty,
    isFailure: fc.boolean(),
  })
  .map(({ name, person, address, object, asset, command, path, reason, isFailure }): OutgoingEvent => ({
    name,
    at: 1_800_000_000_123,
    isFailure,
    person: { id: 'p', name: person },
    address,
    requestId: 'r',
    object: { type: 'session', id: object.slice(0, 50), name: object },
    asset: { id: 'a', name: asset },
    sessionId: 's',
    detail: { command, path, reason, bytes: 3 } as never,
  }));

const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u{E0000}-\u{E007F}]/u;
/** As RFC 5424 (6) has it, header, data and message. */
const RFC5424 =
  /^<(\d{1,3})>1 (\S{1,48}) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) ([\x21-\x7e]{1,32}) ((?:\[[\x21-\x7e]+(?: [\x21-\x7e]+="(?:[^"\\\]]|\\.)*")*\])+) \uFEFF([^]*)$/u;
/** Whether somebody's text could make a mark, a mention or a line of its own. */
function breaksOut(kind: string, body: string): boolean {
  const { text = '', content = text } = (kind === 'ntfy' ? {} : JSON.parse(body)) as Record<string, string>;
  switch (kind) {
    case 'slack':
    case 'telegram':
      return /<(?!\/?pre>)/.test(text);
    case 'mattermost':
    case 'google-chat':
    case 'discord':
      return !/^```\n[^`]*\n```$/.test(content);
    default:
      return false;
  }
}

/** What only we write into a line. */
const OURS = {
  json: {},
  cef: { head: 7, externalId: 'e', cn1: '7', cs1: 'ab' },
  leef: {
    head: 6,
    externalId: 'e',
    sequence: '7',
    auditHash: 'ab',
    sev: expect.stringMatching(/^(?:[2-9]|10)$/),
  },
};
const READ = { json: () => ({}), cef: readCef, leef: readLeef };

const RUNS = { numRuns: shortOrSoak(150, 5000) };

describe('whatever stands in an event', () => {
  it('is one line of JSON that says it, within what receivers take', () => {
    fc.assert(
      fc.property(event, (outgoing) => {
        const json = writtenEvent(outgoing);
        const line = eventLine(json);
        expect(line).not.toMatch(UNSEEN);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(7600);
        const read = JSON.parse(line) as typeof json;
        expect(read.event).toMatchObject({ id: 'e', sequence: 7, action: outgoing.name });
        const isCut = read.jadegate.cut === true;
        expect(isCut ? undefined : read).toEqual(isCut ? undefined : json);
        expect(isCut ? undefined : read.user?.name).toBe(isCut ? undefined : outgoing.person?.name);
        expect(
          eventSchema(outgoing.name).safeParse({ ...read, jadegate: json.jadegate }).error?.message ?? '',
        ).not.toContain('"event"');
      }),
      RUNS,
    );
  });

  it('is one message of syslog, as JSON, CEF and LEEF, whose fields nobody else can add', () => {
    fc.assert(
      fc.property(event, fc.constantFrom(...SYSLOG_FORMATS), (outgoing, format) => {
        const json = writtenEvent(outgoing);
        const message = syslogMessage(json, { facility: 13, appName: 'jadegate', format });
        expect(message.replace('\uFEFF', '')).not.toMatch(UNSEEN);
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(8192);
        const [, , , host, app, , msgid, data, text = ''] = RFC5424.exec(message) ?? [];
        expect([host, app, msgid]).toEqual(['gate', 'jadegate', outgoing.name.slice(0, 32)]);
        expect(data?.match(/(?<!\\)\[/g)).toHaveLength(3);
        expect(READ[format](text)).toMatchObject(OURS[format]);
      }),
      RUNS,
    );
  });

  it('makes no mark, mention or line of its own where people read it', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), (many) => {
        const events = many.map((one) => writtenEvent(one));
        const telling = { language: 'zh-TW', product: 'Jadegate' } as const;
        const text = textForPeople(events, telling, 20_000);
        const lines = text.split('\n');
        expect(lines.length).toBeLessThanOrEqual(events.length);
        for (const line of lines) {
          expect(line).not.toMatch(UNSEEN);
          expect(line).toMatch(/^\[\S+\] 20\d\d-/);
        }
        for (const kind of DESTINATION_KINDS.filter(
          (one) => !['syslog', 'file', 'webhook', 'mail'].includes(one),
        )) {
          const config = DestinationConfig.parse({
            kind,
            ...(kind === 'telegram' && { chatId: '1' }),
            ...(kind === 'line' && { to: 'U1' }),
          });
          const parts = { url: new Secret('https://chat.example/hook'), token: new Secret('t'), telling };
          const { body } = chatHttpShape(config as never, parts).compose(events);
          expect(breaksOut(kind, body)).toBe(false);
        }
      }),
      { numRuns: shortOrSoak(60, 2000) },
    );
  });
});

/** Reads it as the format says: fields of the header between bars, then keys and values, with their escapes. */
function readCef(text: string): Record<string, string | number> {
  const parts = text.split(/(?<!\\)(?:\\\\)*\|/);
  const extension = parts.slice(7).join('|');
  const found: Record<string, string | number> = { head: Math.min(parts.length - 1, 7) };
  const keys = [...extension.matchAll(/(?:^| )([A-Za-z0-9]+)=/g)].filter(({ index, 0: whole }) => {
    const before = extension.slice(0, index + whole.length - 1);
    return (/\\+$/.exec(before)?.[0].length ?? 0) % 2 === 0;
  });
  keys.forEach((match, at) => {
    const from = match.index + match[0].length;
    const to = keys[at + 1]?.index ?? extension.length;
    const key = match[1] ?? '';
    // A key that came twice would be one that somebody added.
    found[key] = key in found ? 'twice' : extension.slice(from, to);
  });
  return found;
}

/** The same for LEEF: the last field of the header says what separates the attributes, and nothing escapes it. */
function readLeef(text: string): Record<string, string | number> {
  const [version, vendor, product, release, name, delimiter = '', ...rest] = text.split('|');
  const head = [version, vendor, product, release, name, delimiter].filter(Boolean).length;
  const found: Record<string, string | number> = { head: rest.length === 1 ? head : 0 };
  for (const pair of rest.join('|').split(delimiter)) {
    const key = pair.slice(0, pair.indexOf('='));
    found[key] = key in found ? 'twice' : pair.slice(key.length + 1);
  }
  return found;
}

const spoken = writtenEvent({
  name: 'session.command',
  at: Date.UTC(2027, 0, 2, 3, 4, 5, 6),
  person: { id: 'p', name: 'a=b|c^\\' },
  address: '192.0.2.7',
  asset: { id: 'a', name: 'web-01' },
  detail: { command: 'x suser=root' },
});

it('a line of CEF is read as it was meant', () => {
  expect(readCef(cefLine(spoken))).toMatchObject({ suser: 'a\\=b|c^\\\\', cs4: 'x suser\\=root' });
});

it('a line of LEEF is read as it was meant, by the names that QRadar knows', () => {
  const line = leefLine(spoken);
  expect(line).toMatch(/^LEEF:2\.0\|Jadegate\|Jadegate\|[\d.]+\|session\.command\|\^\|devTime=/);
  expect(readLeef(line)).toMatchObject({
    devTime: '2027-01-02 03:04:05.006 UTC',
    devTimeFormat: 'yyyy-MM-dd HH:mm:ss.SSS z',
    cat: 'process',
    sev: '4',
    src: '192.0.2.7',
    usrName: 'a=b\\u{7c}c\\u{5e}\\',
    resource: 'web-01',
    command: 'x suser=root',
  });
});
