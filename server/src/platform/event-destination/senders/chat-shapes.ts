import type { ConfigOf, DestinationConfig } from '@jadegate/contract/platform/events/destination-config';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';
import type { EventSeverity } from '@jadegate/contract/platform/events/event-kind';

import { SECOND_MS } from '../../../kernel/clock.ts';
import type { Secret } from '../../../kernel/secret.ts';
import { deliveryKey } from './delivery-key.ts';
import type { HttpMessage, HttpShape } from './http-sender.ts';
import { textForPeople, type Telling } from './people-text.ts';

type ChatConfig = Exclude<DestinationConfig, ConfigOf<'syslog' | 'file' | 'webhook' | 'mail'>>;

interface Parts {
  url: Secret | undefined;
  token: Secret | undefined;
  telling: Telling;
}

/** How a service wants to be told a text. */
interface ChatShape {
  maxCharacters: number;
  /** They count calls; so often is borne. */
  paceMs?: number;
  acceptedStatus?: number;
  /** Where the address is not a secret of its own. */
  address?: (token: string) => string;
  message: (text: string, facts: Facts) => { body: unknown; headers?: Record<string, string> };
}

interface Facts {
  config: ChatConfig;
  token: string;
  events: readonly EventJson[];
  severity: EventSeverity;
}

/** Many come together in one message, so that a storm does not become one of messages. */
const BATCH = 500;
const JSON_HEADERS = { 'content-type': 'application/json' };

const angles = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Nothing in it is read as a mark, a link or a mention, and it does not end before its end. */
const fenced = (text: string) => `\`\`\`\n${text.replaceAll('`', '\u02CB')}\n\`\`\``;

const PRIORITIES: Record<EventSeverity, string> = { info: '2', notice: '3', warning: '4', critical: '5' };

const SHAPES: Record<ChatConfig['kind'], ChatShape> = {
  slack: {
    maxCharacters: 2900,
    message: (text) => ({
      body: {
        text: angles(text),
        blocks: [{ type: 'section', text: { type: 'plain_text', text, emoji: false } }],
      },
    }),
  },
  mattermost: { maxCharacters: 3900, message: (text) => ({ body: { text: fenced(text) } }) },
  teams: {
    maxCharacters: 10_000,
    message: (text) => ({
      body: {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.2',
              // Runs of text are shown as they are, without marks.
              body: text
                .split('\n')
                .map((line) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] })),
            },
          },
        ],
      },
    }),
  },
  'google-chat': { maxCharacters: 3900, message: (text) => ({ body: { text: fenced(text) } }) },
  discord: {
    maxCharacters: 1900,
    paceMs: 2.5 * SECOND_MS,
    message: (text) => ({ body: { content: fenced(text), allowed_mentions: { parse: [] } } }),
  },
  telegram: {
    maxCharacters: 3000,
    paceMs: 3 * SECOND_MS,
    address: (token) =>
      `https://api.telegram.org/bot${encodeURIComponent(token).replace('%3A', ':')}/sendMessage`,
    message: (text, { config }) => ({
      body: {
        chat_id: config.kind === 'telegram' ? config.chatId : '',
        text: `<pre>${angles(text)}</pre>`,
        parse_mode: 'HTML',
      },
    }),
  },
  line: {
    maxCharacters: 4900,
    address: () => 'https://api.line.me/v2/bot/message/push',
    // It has had this one already.
    acceptedStatus: 409,
    message: (text, { config, token, events }) => ({
      body: { to: config.kind === 'line' ? config.to : '', messages: [{ type: 'text', text }] },
      headers: { authorization: `Bearer ${token}`, 'x-line-retry-key': deliveryKey(events) },
    }),
  },
  ntfy: {
    // 4096 bytes, of which a character takes three at most: what is longer comes as a file that nobody opens.
    maxCharacters: 1300,
    message: (text, { token, severity }) => ({
      body: text,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        priority: PRIORITIES[severity],
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
    }),
  },
};

/** The address of each is a secret or has one in it. */
export function chatHttpShape(config: ChatConfig, { url, token, telling }: Parts): HttpShape {
  const { maxCharacters, paceMs = SECOND_MS, acceptedStatus, address, message } = SHAPES[config.kind];
  const key = token?.expose() ?? '';
  const target = address ? address(key) : (url?.expose() ?? '');
  return {
    batch: BATCH,
    paceMs,
    place: new URL(target).host,
    secretHeaders: ['authorization'],
    isUrlSecret: true,
    ...('ca' in config && { ca: config.ca }),
    ...(acceptedStatus !== undefined && { acceptedStatus }),
    compose: (events): HttpMessage => {
      const text = textForPeople(events, telling, maxCharacters);
      const facts = { config, token: key, events, severity: worstOf(events) };
      const { body, headers = {} } = message(text, facts);
      return {
        url: target,
        headers: { ...JSON_HEADERS, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      };
    },
  };
}

const ORDER: readonly EventSeverity[] = ['critical', 'warning', 'notice', 'info'];

function worstOf(events: readonly EventJson[]): EventSeverity {
  return ORDER.find((one) => events.some((event) => event.jadegate.severity === one)) ?? 'info';
}
