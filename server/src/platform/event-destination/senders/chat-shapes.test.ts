import { DestinationConfig } from '@jadegate/contract/platform/events/destination-config';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';
import { describe, expect, it } from 'vitest';

import { Secret } from '../../../kernel/secret.ts';
import { writtenEvent } from '../../../testing/event-json.ts';
import { chatHttpShape } from './chat-shapes.ts';
import type { HttpMessage } from './http-sender.ts';

const telling = { language: 'zh-TW', product: 'Jadegate' } as const;
const HOOK = 'https://chat.example/hook-5b1c';
const JSON_TYPE = { 'content-type': 'application/json' };

const GIVEN = {
  slack: {},
  mattermost: {},
  teams: {},
  'google-chat': {},
  discord: {},
  telegram: { chatId: '-100' },
  line: { to: 'U1' },
  ntfy: {},
} as const;
type Kind = keyof typeof GIVEN;

function composed(kind: Kind, events: readonly EventJson[]): HttpMessage {
  const config = DestinationConfig.parse({ kind, ...GIVEN[kind] });
  const parts = { url: new Secret(HOOK), token: new Secret('12:token'), telling };
  return chatHttpShape(config as never, parts).compose(events);
}

const about = (name: string, id: string, severity = 1) =>
  writtenEvent(
    {
      name: 'credential.created',
      at: 1_800_000_000_123,
      person: { id: 'p', name: '王美' },
      object: { type: 'credential', id: 'c', name },
      detail: {},
    },
    { id, severity },
  );
const LINE = /^\[注意\] 20\d\d-\S+ \S+ 新增憑證：王美 · db & <web>$/;
const FENCED = /^```\n(.*)\n```$/;

describe('what each service is told', () => {
  const event = about('db & <web>', 'e1');
  const said = (kind: Kind) => {
    const { body, ...rest } = composed(kind, [event]);
    return { ...rest, body: kind === 'ntfy' ? body : (JSON.parse(body) as unknown) };
  };
  const inner = expect.stringMatching(LINE) as string;
  const escaped = expect.stringContaining('王美 · db &amp; &lt;web&gt;') as string;

  it('is a text in the form that it asks for', () => {
    expect(said('slack')).toEqual({
      url: HOOK,
      headers: JSON_TYPE,
      body: {
        text: escaped,
        blocks: [{ type: 'section', text: { type: 'plain_text', text: inner, emoji: false } }],
      },
    });
    for (const kind of ['mattermost', 'google-chat'] as const) {
      const { url, headers, body } = said(kind);
      expect([url, headers, Object.keys(body as object)]).toEqual([HOOK, JSON_TYPE, ['text']]);
      expect(FENCED.exec((body as { text: string }).text)?.[1]).toMatch(LINE);
    }
    expect(said('teams')).toMatchObject({
      url: HOOK,
      body: {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              version: '1.2',
              body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: inner }] }],
            },
          },
        ],
      },
    });
    const { body } = said('discord');
    expect(body).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(FENCED.exec((body as { content: string }).content)?.[1]).toMatch(LINE);
    expect(said('telegram')).toEqual({
      url: 'https://api.telegram.org/bot12:token/sendMessage',
      headers: JSON_TYPE,
      body: { chat_id: '-100', text: escaped, parse_mode: 'HTML' },
    });
    expect(said('line')).toEqual({
      url: 'https://api.line.me/v2/bot/message/push',
      headers: {
        ...JSON_TYPE,
        authorization: 'Bearer 12:token',
        'x-line-retry-key': expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string,
      },
      body: { to: 'U1', messages: [{ type: 'text', text: inner }] },
    });
    expect(said('ntfy')).toEqual({
      url: HOOK,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        authorization: 'Bearer 12:token',
        priority: '3',
      },
      body: inner,
    });
  });

  it('says at LINE that it is the same only where it is', () => {
    const key = (...events: EventJson[]) => composed('line', events).headers['x-line-retry-key'];
    const [one, two] = [about('one', 'e1'), about('two', 'e2')];
    expect(key(one)).toBe(key(one));
    // The first was taken and nobody heard so; tried again with what came meanwhile, it is not the same.
    expect(key(one, two)).not.toBe(key(one));
    expect(key(two)).not.toBe(key(one));
  });

  it('is no longer than it takes, with the worst of five hundred in it', () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      about('玉門關'.repeat(60), `e${at}`, at === 250 ? 3 : 1),
    );
    const lengths: Record<Kind, [measure: (message: HttpMessage) => number, most: number]> = {
      slack: [({ body }) => textIn(body, /"plain_text","text":"([^]*?)","emoji/).length, 3000],
      mattermost: [({ body }) => textIn(body, /"text":"([^]*)"\}$/).length, 4000],
      teams: [({ body }) => Buffer.byteLength(body), 28 * 1024],
      'google-chat': [({ body }) => textIn(body, /"text":"([^]*)"\}$/).length, 4096],
      discord: [({ body }) => textIn(body, /"content":"([^]*?)","allowed/).length, 2000],
      telegram: [({ body }) => textIn(body, /"text":"([^]*?)","parse/).length, 4096],
      line: [({ body }) => textIn(body, /"text":"([^]*?)"\}\]/).length, 5000],
      ntfy: [({ body }) => Buffer.byteLength(body), 4096],
    };
    for (const [kind, [measure, most]] of Object.entries(lengths) as [Kind, (typeof lengths)[Kind]][]) {
      const message = composed(kind, many);
      expect([kind, measure(message) <= most]).toEqual([kind, true]);
      expect(message.body).toContain('[嚴重]');
      expect(message.body).toMatch(/另有 4\d\d 筆/);
    }
    expect(composed('ntfy', many).headers['priority']).toBe('5');
  });
});

const textIn = (body: string, form: RegExp) => JSON.parse(`"${form.exec(body)?.[1] ?? ''}"`) as string;
