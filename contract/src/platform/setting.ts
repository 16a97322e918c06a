import * as z from 'zod';

import { LANGUAGES } from '../language.ts';
import { LIMITS } from '../limits.ts';
import { MailList } from '../mail-list.ts';
import { isTimeZone } from '../time-zone.ts';
import { ADVISORY_ADDRESS } from './advisory.ts';
import { RDP_LAYOUTS, RDP_SECURITIES } from './rdp-choices.ts';

/**
 * Every setting of the product, once: what it may hold, what it holds until somebody changes it, and where the
 * console shows it. On the wire and in the database a setting is text; code reads it as what it is.
 */
const SETTING_GROUPS = [
  'rdp',
  'terminal',
  'vnc',
  'recording',
  'mail',
  'log',
  'security',
  'session',
  'branding',
  'other',
] as const;
type SettingGroup = (typeof SETTING_GROUPS)[number];

interface Setting<Schema extends z.ZodType, Value> {
  group: SettingGroup;
  /** Takes what clients send (text, a number, true or false) and answers the value. */
  schema: Schema;
  fallback: Value;
  /** Lies in the vault and never leaves it; an empty one is left as it is. */
  secret?: true;
}

/** The family stores `-` for an empty value; here it means empty, so that it cannot come back out. */
const emptied = (value: unknown) => (value === '-' ? '' : value);

function flag(group: SettingGroup, fallback: boolean) {
  const read = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value);
  return { group, schema: z.preprocess(read, z.boolean()), fallback } as const;
}

const readNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;

function whole(group: SettingGroup, min: number, max: number, fallback: number) {
  return { group, schema: z.preprocess(readNumber, z.number().int().min(min).max(max)), fallback } as const;
}

/** A number that may be left empty. */
function maybeWhole(group: SettingGroup, min: number, max: number, fallback: number | null = null) {
  const read = (value: unknown) => (emptied(value) === '' ? null : readNumber(value));
  const schema = z.preprocess(read, z.number().int().min(min).max(max).nullable());
  return { group, schema, fallback } as const;
}

function choice<const Values extends readonly [string, ...string[]]>(
  group: SettingGroup,
  values: Values,
  fallback: Values[number],
) {
  const read = (value: unknown) => (typeof value === 'number' ? String(value) : emptied(value));
  return { group, schema: z.preprocess(read, z.enum(values)), fallback } as const;
}

/** One line, trimmed: settings end up in headers and in parameters of other programs. */
function line(group: SettingGroup, max: number, { min = 0, pattern = /^\P{Cc}*$/u, fallback = '' } = {}) {
  const read = (value: unknown) => (typeof value === 'number' ? String(value) : emptied(value));
  const schema = z.preprocess(read, z.string().trim().min(min).max(max).regex(pattern));
  return { group, schema, fallback } as const;
}

const HOST = /^[\p{L}\p{N}.:_-]*$/u;
const LONGEST_HOST = 253;
/** Days. */
const LONGEST_KEPT = 3650;

const Mail = z.preprocess(
  emptied,
  z
    .string()
    .trim()
    .max(LIMITS.mail.max)
    .refine((text) => text === '' || z.email().safeParse(text).success, { params: { rule: 'email' } }),
);

/** Empty: the zone of the machine the server runs on. */
const TimeZoneName = z.preprocess(
  emptied,
  z
    .string()
    .trim()
    .max(64)
    .refine((name) => name === '' || isTimeZone(name), { params: { rule: 'timeZone' } }),
);

/** Whose passkey, given by a verified person, needs no second factor beside it. */
export const PASSKEY_SUFFICES = ['everyone', 'not-admins', 'nobody'] as const;

export const SETTINGS = {
  'enable-wallpaper': flag('rdp', true),
  'enable-theming': flag('rdp', true),
  'enable-font-smoothing': flag('rdp', true),
  'enable-full-window-drag': flag('rdp', true),
  'enable-desktop-composition': flag('rdp', true),
  'enable-menu-animations': flag('rdp', true),
  'disable-bitmap-caching': flag('rdp', false),
  'disable-offscreen-caching': flag('rdp', false),
  'force-lossless': flag('rdp', false),
  'enable-audio-input': flag('rdp', false),
  security: choice('rdp', RDP_SECURITIES, 'any'),
  'server-layout': choice('rdp', ['', ...RDP_LAYOUTS], ''),
  'preconnection-id': maybeWhole('rdp', 0, 4_294_967_295),
  'preconnection-blob': line('rdp', 1024),

  'color-scheme': choice(
    'terminal',
    ['gray-black', 'green-black', 'white-black', 'black-white'],
    'gray-black',
  ),
  'font-name': line('terminal', 200, {
    min: 1,
    pattern: /^[\p{L}\p{N} ,._'-]*$/u,
    fallback: 'menlo',
  }),
  'font-size': whole('terminal', 6, 96, 14),
  backspace: choice('terminal', ['', '127', '8'], ''),
  'terminal-type': choice('terminal', ['', 'ansi', 'linux', 'vt100', 'vt220', 'xterm', 'xterm-256color'], ''),

  'color-depth': choice('vnc', ['', '16', '24', '32', '8'], ''),
  cursor: choice('vnc', ['', 'local', 'remote'], ''),
  'swap-red-blue': flag('vnc', false),
  'read-only': flag('vnc', false),
  'dest-host': line('vnc', LONGEST_HOST, { pattern: HOST }),
  'dest-port': maybeWhole('vnc', 1, 65_535),

  'enable-recording': flag('recording', true),
  /** Days; empty keeps for ever. */
  'session-saved-limit': maybeWhole('recording', 1, LONGEST_KEPT, 360),
  /** Also keeps what people type, which may hold passwords. */
  'record-input': flag('recording', false),
  /** Also keeps what people copy and paste in desktops; otherwise only how much it was. */
  'record-clipboard': flag('recording', false),
  /** Lets a session go on when its recording cannot be written. */
  'recording-fail-open': flag('recording', false),
  /** MB of one recording before compression; 0 is no limit. */
  'recording-max-mb': whole('recording', 0, 1_048_576, 2048),
  /** What becomes of a session whose recording has reached it. */
  'recording-when-full': choice('recording', ['end', 'unrecorded'], 'end'),
  /** New sessions need so much room on the disk, the lesser of the two; 0 turns the watch off. */
  'disk-free-percent': whole('recording', 0, 90, 5),
  'disk-free-mb': whole('recording', 0, 1_048_576, 2048),
  /** Below this sessions that are recorded end; never more than half of the mark above. */
  'disk-end-mb': whole('recording', 0, 1_048_576, 512),
  /** Sessions that live when the first mark is crossed: on until the second, ended at once, or never ended for it. */
  'disk-running-sessions': choice('recording', ['until-full', 'end', 'go-on'], 'until-full'),
  /** MB of the search index of what terminals printed; 0 is no limit. */
  'search-index-max-mb': whole('recording', 0, 1_048_576, 10_240),

  'mail-host': line('mail', LONGEST_HOST, { pattern: HOST }),
  'mail-port': maybeWhole('mail', 1, 65_535),
  'mail-security': choice('mail', ['none', 'starttls', 'tls'], 'starttls'),
  'mail-username': line('mail', LIMITS.mail.max),
  'mail-password': {
    group: 'mail',
    schema: z.string().max(LIMITS.targetPassword.max).nullable(),
    fallback: '',
    secret: true,
  },
  /** Empty: the user name, as the family does. */
  'mail-from': { group: 'mail', schema: Mail, fallback: '' },
  'notify-new-device': flag('mail', true),
  'notify-account-change': flag('mail', true),
  'notify-lockout': flag('mail', true),
  'notify-disk': flag('mail', true),
  'notify-guacd': flag('mail', true),
  'notify-database': flag('mail', true),
  'notify-storage': flag('mail', true),
  'notify-job': flag('mail', true),
  'notify-backup': flag('mail', true),
  'notify-backlog': flag('mail', true),
  'notify-certificate': flag('mail', true),
  'notify-events': flag('mail', true),
  'notify-evidence': flag('mail', true),
  'notify-identity-source': flag('mail', true),
  'notify-passkey': flag('mail', true),
  'notify-node': flag('mail', true),
  'notify-gpu': flag('mail', true),
  /** Who gets what concerns the installation; empty: the administrators whose menus it concerns. */
  'alert-recipients': { group: 'mail', schema: MailList, fallback: '' },

  'login-log-saved-limit': maybeWhole('log', 1, LONGEST_KEPT, 360),
  /** Older entries move to archives, which are kept. */
  'audit-log-saved-limit': maybeWhole('log', LIMITS.auditLogDays.min, LONGEST_KEPT),
  'cron-log-saved-limit': maybeWhole('log', 1, LONGEST_KEPT, 360),
  /** What was done with virtual machines, and restarts of physical hosts. */
  'machine-task-saved-limit': maybeWhole('log', 1, LONGEST_KEPT, 360),

  /** MB that events may take until everybody has them; beyond that the oldest are dropped, counted and told. */
  'event-outbox-max-mb': whole('log', 10, 1_048_576, 1024),
  /** Days for which programs can fetch events; 0: they cannot, and none are kept for them. */
  'event-pull-days': whole('log', 0, 365, 0),

  'second-factor-policy': choice('security', ['off', 'admins', 'everyone'], 'off'),
  /** Who must have a passkey; guarded, so that it keeps out nobody who saves it. */
  'passkey-policy': choice('security', ['off', 'admins', 'everyone'], 'off'),
  /** Whose passkey counts as both factors, if the person was verified with it. */
  'passkey-suffices': choice('security', PASSKEY_SUFFICES, 'everyone'),
  /** Who may sign in with a password; guarded, so that somebody always can. */
  'password-login': choice('security', ['allowed', 'emergency', 'off'], 'allowed'),
  /** Accounts between commas that keep the password where it is for emergencies only. */
  'emergency-accounts': line('security', 2000),
  /** How long a code counts again for the same person, address, and password or key. */
  'second-factor-window': choice('security', ['never', '1h', '8h'], 'never'),
  /** However much it is used, a login ends this long after it began. */
  'login-max-hours': whole('security', 1, 720, 24),
  'login-remembered-max-days': whole('security', 1, 365, 30),
  'password-min-length': whole('security', LIMITS.password.min, 64, 10),
  'password-breached-check': flag('security', true),
  /** Who may teach the product a host's key: an administrator's test, or whoever connects first. */
  'host-key-policy': choice('security', ['administrator', 'first-use'], 'administrator'),
  /** Where security advisories are asked for; empty asks nobody. */
  'advisory-url': line('security', LIMITS.advisory.address, { pattern: ADVISORY_ADDRESS }),

  /** Minutes without input; 0 never ends a session for idling. */
  'session-idle-minutes': whole('session', 0, 1440, 30),
  /** Minutes; 0 lets a session last as long as it likes. */
  'session-max-minutes': whole('session', 0, 10_080, 0),
  /** How long a session waits for its browser to come back. */
  'session-reattach-seconds': whole('session', 0, 3600, 300),
  /** Sessions at one time; 0 is no limit. */
  'session-max-per-user': whole('session', 0, 1000, 0),
  'session-max-per-asset': whole('session', 0, 1000, 0),
  /** Runs on many hosts that one person may have at one time; 0 is no limit. */
  'command-run-max-per-user': whole('session', 0, 100, 3),
  /** Hosts of one run that are worked on at a time. */
  'command-run-parallel': whole('session', 1, LIMITS.runParallel.max, 10),
  /** Whom people may let into their sessions: nobody, people they name, or everybody signed in who has the link. */
  'session-sharing': choice('session', ['off', 'named', 'signed-in'], 'named'),
  /** Whether people are told that an administrator watches their session, and who. */
  'session-watched-shown': flag('session', true),
  /** Whether hosts are told by variables who is there and in which session; they must take them (`AcceptEnv`). */
  'session-host-variables': flag('session', false),

  /** Seconds that a guest has to shut down or restart when it is asked to. */
  'vm-shutdown-seconds': whole(
    'other',
    LIMITS.vmShutdownSeconds.min,
    LIMITS.vmShutdownSeconds.max,
    LIMITS.vmShutdownSeconds.default,
  ),

  /** Minutes without work after which a GPU is idle. */
  'gpu-idle-minutes': whole(
    'other',
    LIMITS.gpuIdleMinutes.min,
    LIMITS.gpuIdleMinutes.max,
    LIMITS.gpuIdleMinutes.default,
  ),

  /** Empty texts mean the product's own. */
  'branding-name': line('branding', 60),
  'branding-copyright': line('branding', 200),
  'branding-description': line('branding', 200),
  /** Whom people ask who cannot sign in; everybody can read it. */
  'branding-contact': line('branding', 200),

  /** In which hours of grants, login policies and jobs are meant, and times are printed. */
  'time-zone': { group: 'other', schema: TimeZoneName, fallback: '' },
  /** In which the console greets people who have not chosen. */
  language: choice('other', LANGUAGES, 'zh-TW'),
  /** MB for the space of a new user; -1 is no limit. */
  'user-default-storage-size': whole('other', -1, 1_073_741_824, 5120),
  /** Files and folders in one folder, and in a whole space: what has more keeps it, and takes no more. */
  'storage-folder-entries': whole('other', 10, 100_000, 10_000),
  'storage-space-entries': whole('other', 100, 1_000_000, 200_000),
  /** How often assets are tried; 0 turns it off. */
  'reachability-interval-minutes': whole('other', 0, 1440, 10),
  'reachability-concurrency': whole('other', 1, 256, 16),
} as const satisfies Record<string, Setting<z.ZodType, unknown>>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<Key extends SettingKey> = z.output<(typeof SETTINGS)[Key]['schema']>;
export type SecretSettingKey = 'mail-password';
/** What code may ask for: secrets have their own way. */
export type PlainSettingKey = Exclude<SettingKey, SecretSettingKey>;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
export const PLAIN_SETTING_KEYS = SETTING_KEYS.filter((key) => !isSecretSetting(key)) as PlainSettingKey[];

export function isSecretSetting(key: SettingKey): key is SecretSettingKey {
  return 'secret' in SETTINGS[key];
}

export function settingsOf(...groups: readonly SettingGroup[]): SettingKey[] {
  return SETTING_KEYS.filter((key) => groups.includes(SETTINGS[key].group));
}

/** As stored and as sent: never `1e+06`, never `null`. */
export function settingText(value: string | number | boolean | null): string {
  return value === null ? '' : String(value);
}

type Shape = { [Key in SettingKey]: z.ZodOptional<(typeof SETTINGS)[Key]['schema']> };

const shape = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, SETTINGS[key].schema.optional()]),
) as unknown as Shape;

/** Any of the settings; those not given stay as they are. A secret is cleared with null, never with an empty text. */
export const SettingsInput = z.strictObject({
  ...shape,
  /** Only ever in answers; a client that sends everything back sends it too. */
  'mail-password-stored': z.unknown().optional(),
});
export type SettingsInput = z.infer<typeof SettingsInput>;
