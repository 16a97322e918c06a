import * as z from 'zod';

import { Host, Port } from '../../host.ts';
import { LIMITS } from '../../limits.ts';
import { MailList } from '../../mail-list.ts';

/** What a destination speaks. `place` is where a stored secret belongs to: with another place it must be given again. */
export const DESTINATION_KINDS = [
  'syslog',
  'file',
  'webhook',
  'mail',
  'slack',
  'mattermost',
  'teams',
  'google-chat',
  'discord',
  'telegram',
  'line',
  'ntfy',
] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** What a destination keeps in the vault. `url`: whoever knows the address may write there. */
export const DESTINATION_SECRETS = ['url', 'token', 'signing', 'key'] as const;
export type DestinationSecret = (typeof DESTINATION_SECRETS)[number];

/** Which of them each kind has, and which it cannot do without. */
export const SECRETS_OF: Record<
  DestinationKind,
  Partial<Record<DestinationSecret, 'needed' | 'optional'>>
> = {
  syslog: { key: 'optional' },
  file: {},
  webhook: { signing: 'needed', token: 'optional' },
  mail: {},
  slack: { url: 'needed' },
  mattermost: { url: 'needed' },
  teams: { url: 'needed' },
  'google-chat': { url: 'needed' },
  discord: { url: 'needed' },
  telegram: { token: 'needed' },
  line: { token: 'needed' },
  ntfy: { url: 'needed', token: 'optional' },
};

/** Read by people: few messages, at hours that suit them. */
export const PEOPLE_KINDS: readonly DestinationKind[] = DESTINATION_KINDS.filter(
  (kind) => !['syslog', 'file', 'webhook'].includes(kind),
);

export const SYSLOG_TRANSPORTS = ['udp', 'tcp', 'tls'] as const;
export const SYSLOG_FORMATS = ['json', 'cef', 'leef'] as const;

const Pem = z
  .string()
  .max(LIMITS.privateKey.max)
  .refine((text) => text === '' || text.includes('-----BEGIN CERTIFICATE-----'), {
    params: { rule: 'certificates' },
  });

/** Of a header that others parse: printable, without blanks. */
const Token = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[\x21-\x7e]*$/);

const Line = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.name.max)
  .regex(/^\P{Cc}*$/u);

const HttpsAddress = Line.max(2000).refine((text) => isPlainAddress(text), {
  params: { rule: 'webhookAddress' },
});

/** Without anything that names a person in it: what proves who sends stands in a header. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hash === '';
}

/** Authorities that are trusted beside those of the system; empty trusts only these. */
const authorities = { ca: Pem.default('') };

/** Minutes between two messages: what happens meanwhile comes together. 0: at once. */
const digest = { everyMinutes: z.number().int().min(0).max(1440).default(0) };

const syslog = z.strictObject({
  kind: z.literal('syslog'),
  host: Host,
  port: Port,
  transport: z.enum(SYSLOG_TRANSPORTS).default('tls'),
  format: z.enum(SYSLOG_FORMATS).default('json'),
  /** 13: log audit. */
  facility: z.number().int().min(0).max(23).default(13),
  appName: Token(48).min(1).default('jadegate'),
  ...authorities,
  /** Shown to the receiver; its key is a secret. */
  certificate: Pem.default(''),
});

const file = z.strictObject({
  kind: z.literal('file'),
  /** In the folder for such files, and nothing but a name. */
  fileName: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u),
  maxMb: z.number().int().min(1).max(10_240).default(100),
  /** Files that were full and are kept. */
  keep: z.number().int().min(1).max(1000).default(10),
});

const webhook = z.strictObject({
  kind: z.literal('webhook'),
  url: HttpsAddress,
  /** Events of one call. */
  batch: z.number().int().min(1).max(500).default(100),
  ...authorities,
});

const SomeMails = MailList.refine((text) => text !== '', { params: { rule: 'required' } });
const mail = z.strictObject({ kind: z.literal('mail'), to: SomeMails, ...digest });

const chat = <const Kind extends DestinationKind>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), ...authorities, ...digest });

const telegram = z.strictObject({ kind: z.literal('telegram'), chatId: Token(100).min(1), ...digest });
const line = z.strictObject({ kind: z.literal('line'), to: Token(100).min(1), ...digest });

/** What is asked of each kind. */
export const CONFIG_OF = {
  syslog,
  file,
  webhook,
  mail,
  slack: chat('slack'),
  mattermost: chat('mattermost'),
  teams: chat('teams'),
  'google-chat': chat('google-chat'),
  discord: chat('discord'),
  telegram,
  line,
  ntfy: chat('ntfy'),
} satisfies Record<DestinationKind, z.ZodObject>;

const { syslog: first, ...others } = CONFIG_OF;

/** Where events go and how, without secrets. */
export const DestinationConfig = z.discriminatedUnion('kind', [first, ...Object.values(others)]);
export type DestinationConfig = z.infer<typeof DestinationConfig>;
export type ConfigOf<Kind extends DestinationKind> = Extract<DestinationConfig, { kind: Kind }>;

/** Where a destination leads, for people: never a secret. Empty where the address is one. */
export function placeOf(config: DestinationConfig): string {
  switch (config.kind) {
    case 'syslog':
      return `${config.transport}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
    case 'file':
      return config.fileName;
    case 'webhook':
      return new URL(config.url).origin + new URL(config.url).pathname;
    case 'mail':
      return config.to;
    case 'telegram':
      return config.chatId;
    case 'line':
      return config.to;
    default:
      return '';
  }
}
