import * as z from 'zod';

import { Host } from '../host.ts';
import { LIMITS } from '../limits.ts';
import { RDP_LAYOUTS, RDP_SECURITIES } from '../platform/rdp-choices.ts';

/**
 * What a protocol needs of an asset besides address and account, once: the server checks it, the form is drawn from
 * it, and sessions read it. On the wire and in the database a value is text; an empty one is no value.
 */
export const PROTOCOLS = ['ssh', 'rdp', 'vnc', 'telnet', 'kubernetes'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Names of protocols are the same in every language. */
export const PROTOCOL_NAMES: Record<Protocol, string> = {
  rdp: 'RDP',
  ssh: 'SSH',
  vnc: 'VNC',
  telnet: 'Telnet',
  kubernetes: 'Kubernetes',
};

/** Those that a terminal speaks. */
export const TERMINAL_PROTOCOLS = ['ssh', 'telnet'] as const satisfies readonly Protocol[];
/** Those that guacd draws. Assets of the rest can be kept, and not opened. */
export const DESKTOP_PROTOCOLS = ['rdp', 'vnc'] as const satisfies readonly Protocol[];

export function hasTerminal(protocol: Protocol): boolean {
  return TERMINAL_PROTOCOLS.some((one) => one === protocol);
}

export function hasDesktop(protocol: Protocol): boolean {
  return DESKTOP_PROTOCOLS.some((one) => one === protocol);
}

export function isOpenable(protocol: Protocol): boolean {
  return hasTerminal(protocol) || hasDesktop(protocol);
}

/** Those whose hosts prove who they are: by a host key, or by a certificate. */
const IDENTIFIED_PROTOCOLS = ['ssh', 'rdp'] as const satisfies readonly Protocol[];

export function hasIdentity(protocol: Protocol): boolean {
  return IDENTIFIED_PROTOCOLS.some((one) => one === protocol);
}

export const DEFAULT_PORTS: Record<Protocol, number> = {
  rdp: 3389,
  ssh: 22,
  vnc: 5900,
  telnet: 23,
  kubernetes: 6443,
};

/** In the order of the form. `basic` stands among the main fields; the others are panels. */
export const ATTRIBUTE_PANELS = [
  'basic',
  'display',
  'terminal',
  'authentication',
  'socks',
  'repeater',
  'preconnection',
  'remote-app',
  'drive',
] as const;
export type AttributePanel = (typeof ATTRIBUTE_PANELS)[number];

interface Common {
  panel: AttributePanel;
  /** The flag that makes this one matter; without it the form does not ask. */
  needs?: string;
  /** Asked for, where `needs` is on or absent. */
  required?: true;
}
export type AttributeSpec = Common &
  (
    | { kind: 'flag' }
    | { kind: 'number'; min: number; max: number }
    | { kind: 'choice'; choices: readonly [string, ...string[]] }
    | { kind: 'text'; max: number; format?: 'host' | 'regex' | 'lines'; secret?: true }
  );

const text = (panel: AttributePanel, max = 256) => ({ kind: 'text', panel, max }) as const;
const flag = (panel: AttributePanel) => ({ kind: 'flag', panel }) as const;
const choice = <const Choices extends readonly [string, ...string[]]>(
  panel: AttributePanel,
  choices: Choices,
) => ({ kind: 'choice', panel, choices }) as const;
const port = (panel: AttributePanel) => ({ kind: 'number', panel, min: 1, max: 65_535 }) as const;

const SOCKS = { needs: 'socks-proxy-enable' } as const;
const TLS = { needs: 'use-ssl' } as const;
const PEM = { ...text('authentication', LIMITS.privateKey.max), format: 'lines', ...TLS } as const;
const PATTERN = { ...text('authentication', 512), format: 'regex' } as const;

export const ASSET_ATTRIBUTES = {
  'socks-proxy-enable': flag('socks'),
  'socks-proxy-host': { ...text('socks', LIMITS.host.max), format: 'host', ...SOCKS, required: true },
  'socks-proxy-port': { ...port('socks'), ...SOCKS, required: true },
  'socks-proxy-username': { ...text('socks', LIMITS.username.max), ...SOCKS },
  'socks-proxy-password': { ...text('socks', LIMITS.targetPassword.max), secret: true, ...SOCKS },
  /** Old hosts that know no modern algorithm; off unless somebody decides to trust them so. */
  'legacy-algorithms': flag('authentication'),
  'ssh-mode': choice('authentication', ['native']),
  charset: choice('terminal', [
    'utf-8',
    'big5',
    'gbk',
    'gb18030',
    'shift_jis',
    'euc-jp',
    'euc-kr',
    'iso-8859-1',
  ]),
  'color-scheme': choice('display', ['gray-black', 'green-black', 'white-black', 'black-white']),
  'font-name': text('display', 200),
  'font-size': { kind: 'number', panel: 'display', min: 8, max: 96 },
  backspace: choice('terminal', ['127', '8']),
  'terminal-type': choice('terminal', ['ansi', 'linux', 'vt100', 'vt220', 'xterm', 'xterm-256color']),

  'color-depth': choice('display', ['8', '16', '24', '32']),
  'force-lossless': flag('display'),
  /** Whether the microphone of a person may be heard on the desktop. */
  'enable-audio-input': flag('display'),
  security: choice('authentication', RDP_SECURITIES),
  domain: text('authentication'),
  'server-layout': choice('display', RDP_LAYOUTS),
  'preconnection-id': { kind: 'number', panel: 'preconnection', min: 0, max: 4_294_967_295 },
  'preconnection-blob': text('preconnection', 1024),
  'remote-app': text('remote-app'),
  'remote-app-dir': text('remote-app', 1024),
  'remote-app-args': text('remote-app', 1024),
  'enable-drive': flag('drive'),
  'drive-path': { ...text('drive', 64), needs: 'enable-drive' },

  cursor: choice('display', ['local', 'remote']),
  /** Whoever opens it sees it, and can do nothing in it. */
  'read-only': flag('display'),
  'swap-red-blue': flag('display'),
  'dest-host': { ...text('repeater', LIMITS.host.max), format: 'host' },
  'dest-port': port('repeater'),

  'username-regex': PATTERN,
  'password-regex': PATTERN,
  'login-success-regex': PATTERN,
  'login-failure-regex': PATTERN,

  namespace: text('basic', 253),
  pod: { ...text('basic', 253), required: true },
  container: text('basic', 253),
  'use-ssl': flag('authentication'),
  'client-cert': PEM,
  'client-key': { ...PEM, secret: true },
  'ca-cert': PEM,
  'ignore-cert': flag('authentication'),
} as const satisfies Record<string, AttributeSpec>;

export type AttributeName = keyof typeof ASSET_ATTRIBUTES;
export const ATTRIBUTE_NAMES = Object.keys(ASSET_ATTRIBUTES) as AttributeName[];

const TERMINAL = ['color-scheme', 'font-name', 'font-size', 'backspace', 'terminal-type'] as const;

export const PROTOCOL_ATTRIBUTES: Record<Protocol, readonly AttributeName[]> = {
  ssh: [
    'socks-proxy-enable',
    'socks-proxy-host',
    'socks-proxy-port',
    'socks-proxy-username',
    'socks-proxy-password',
    'legacy-algorithms',
    'charset',
    ...TERMINAL,
    'ssh-mode',
  ],
  rdp: [
    'color-depth',
    'force-lossless',
    'enable-audio-input',
    'server-layout',
    'security',
    'domain',
    'preconnection-id',
    'preconnection-blob',
    'remote-app',
    'remote-app-dir',
    'remote-app-args',
    'enable-drive',
    'drive-path',
  ],
  vnc: ['color-depth', 'cursor', 'swap-red-blue', 'read-only', 'dest-host', 'dest-port'],
  telnet: [
    'username-regex',
    'password-regex',
    'login-success-regex',
    'login-failure-regex',
    'charset',
    ...TERMINAL,
  ],
  kubernetes: [
    'namespace',
    'pod',
    'container',
    'use-ssl',
    'client-cert',
    'client-key',
    'ca-cert',
    'ignore-cert',
    ...TERMINAL,
  ],
};

/** Never in a read model; they lie in the vault. */
export type SecretAttributeName = 'socks-proxy-password' | 'client-key';
export type PlainAttributeName = Exclude<AttributeName, SecretAttributeName>;

export function attributeSpec(name: AttributeName): AttributeSpec {
  return ASSET_ATTRIBUTES[name];
}

export function isSecretAttribute(name: AttributeName): name is SecretAttributeName {
  const spec = attributeSpec(name);
  return spec.kind === 'text' && spec.secret === true;
}

export const SECRET_ATTRIBUTES = ATTRIBUTE_NAMES.filter(isSecretAttribute);
export const PLAIN_ATTRIBUTES = ATTRIBUTE_NAMES.filter(
  (name): name is PlainAttributeName => !isSecretAttribute(name),
);

/** What a client may send for one: text, a number, true or false; empty or null for "none". */
export type AttributeValue = string | number | boolean | null;

/** The family stores `-` for an empty value. */
const isEmpty = (value: unknown) => value === '' || value === '-' || value === null;

function flagSchema() {
  const read = (value: unknown) =>
    isEmpty(value) ? null : value === 'true' ? true : value === 'false' ? false : value;
  return z.preprocess(read, z.boolean().nullable());
}

function numberSchema(min: number, max: number) {
  const read = (value: unknown) => {
    if (isEmpty(value)) {
      return null;
    }
    return typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value;
  };
  return z.preprocess(read, z.number().int().min(min).max(max).nullable());
}

function choiceSchema(choices: readonly [string, ...string[]]) {
  const read = (value: unknown) =>
    isEmpty(value) ? null : typeof value === 'number' ? String(value) : value;
  return z.preprocess(read, z.enum(choices).nullable());
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function textSchema(spec: AttributeSpec & { kind: 'text' }) {
  const read = (value: unknown) => {
    if (isEmpty(value)) {
      return null;
    }
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  };
  if (spec.format === 'host') {
    return z.preprocess(read, Host.nullable());
  }
  // A password may begin or end with a blank; nothing else here may.
  const base = spec.secret ? z.string() : z.string().trim();
  // What is too long is not compiled to see whether it is a pattern.
  const plain = base.max(spec.max, { abort: true });
  if (spec.format === 'lines') {
    return z.preprocess(read, plain.nullable());
  }
  const line = plain.regex(/^\P{Cc}*$/u);
  return spec.format === 'regex'
    ? z.preprocess(read, line.refine(isPattern, { params: { rule: 'regex' } }).nullable())
    : z.preprocess(read, line.nullable());
}

export function attributeSchema(name: AttributeName): z.ZodType<AttributeValue> {
  const spec = attributeSpec(name);
  switch (spec.kind) {
    case 'flag':
      return flagSchema();
    case 'number':
      return numberSchema(spec.min, spec.max);
    case 'choice':
      return name === 'ssh-mode' ? sshMode : choiceSchema(spec.choices);
    case 'text':
      return textSchema(spec);
  }
}

/** Accepted from old clients, one of which spelled it wrongly for years. */
const sshMode = z.preprocess(
  (value) => (isEmpty(value) ? null : value === 'naive' ? 'native' : value),
  z.enum(['native']).nullable(),
);

/** As stored and as sent; empty for none. */
export function attributeText(value: AttributeValue): string {
  return value === null ? '' : String(value);
}

/** Every attribute of every protocol, each optional: what a body may hold beside the main fields. */
export const attributeInputShape = Object.fromEntries(
  ATTRIBUTE_NAMES.map((name) => [name, attributeSchema(name).optional()]),
) as { [Name in AttributeName]: z.ZodOptional<z.ZodType<AttributeValue>> };
