import { isIP } from 'node:net';
import path from 'node:path';

import * as z from 'zod';

import { DAY_MS, SECOND_MS } from '../kernel/clock.ts';
import { readSigningKeys } from '../kernel/signing-key.ts';

export const DEFAULT_FILE = '/etc/jadegate/jadegate.env';
/** Enough to close everything; less would be cut off. */
export const DEFAULT_DRAIN_SECONDS = 10;
export const DEFAULT_GUACD_PORT = 4822;
const DEFAULT_PORT = 8088;
const DEFAULT_SSH_PORT = 2222;
const SHORTEST_METRICS_TOKEN = 16;
const DEFAULT_LOCK_DAYS = 1827;
const LONGEST_DRAIN_SECONDS = (14 * DAY_MS) / SECOND_MS;

/** What the table of docs/operations.md says of a setting, in Markdown: `node scripts/settings-table.mjs` writes it. */
export interface SettingHelp {
  description: string;
  /** What counts where nothing is given; absent where that is nothing. */
  initially?: string;
  example?: string;
  /** Never printed, and a file that holds it is for its owner. */
  isSecret?: boolean;
}

/** Types the help of each setting, which zod takes as it comes. */
const help = (about: SettingHelp): SettingHelp & Record<string, unknown> => ({ ...about });

/** An empty variable counts as absent: compose files and shells often pass one. */
const text = z
  .string()
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : undefined));

const port = (fallback: number) =>
  text.transform((value) => Number(value ?? fallback)).pipe(z.number().int().min(0).max(65_535));

const url = (...protocols: string[]) =>
  text.refine((value) => value === undefined || protocols.includes(protocolOf(value)), {
    message: `must be an address that begins with ${protocols.join('// or ')}//`,
  });

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

/** What stands in a browser's address bar before the first slash. */
function isOrigin(value: string): boolean {
  if (!['http:', 'https:'].includes(protocolOf(value))) {
    return false;
  }
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

const list = text.transform((value) => (value ?? '').split(/[\s,]+/).filter(Boolean));

function isAddressRange(value: string): boolean {
  const [address = '', bits] = value.split('/');
  const width = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= width));
}

/** Messages name the path, so what is in a file must never pass for one: it may be a key. */
const file = text
  .refine((value) => !value?.includes('\n'), {
    message: 'must be the path of a file, not what is in it: leave _FILE off its name',
  })
  .transform((value) => (value === undefined ? undefined : path.resolve(value)));

/** Every setting, in the order of the table. */
export const Settings = z.object({
  JADEGATE_HOST: text
    .transform((value) => value ?? '127.0.0.1')
    .meta(help({ description: 'address to listen on', initially: '`127.0.0.1`', example: '0.0.0.0' })),
  JADEGATE_PORT: port(DEFAULT_PORT).meta(
    help({ description: 'port to listen on', initially: `\`${DEFAULT_PORT}\``, example: '8443' }),
  ),
  JADEGATE_DATA_DIR: text
    .transform((value) => path.resolve(value ?? 'data'))
    .meta(
      help({
        description:
          'database file, master key, recordings, search index; made if it is not there, with either database. Everything in it is for its owner only (0700, 0600); what an earlier version left open is closed at the start, and the log says so',
        initially: '`./data`',
        example: '/var/lib/jadegate',
      }),
    ),
  JADEGATE_ADMIN_USERNAME: text
    .transform((value) => value ?? 'admin')
    .meta(help({ description: 'first start only', initially: '`admin`' })),
  JADEGATE_ADMIN_PASSWORD: text.pipe(z.string().min(8).max(256).optional()).meta(
    help({
      description:
        'first start only; at least 8 characters. One that is easy to guess is taken, with a warning in the log',
      isSecret: true,
    }),
  ),
  JADEGATE_MASTER_KEY: text.meta(
    help({
      description:
        '32 random bytes in base64 (`openssl rand -base64 32`) instead of the key file; to rotate, put the new key before the old one, separated by a comma, and run `vault rotate`',
      isSecret: true,
    }),
  ),
  JADEGATE_SIGNING_KEY: text
    .refine((value) => value === undefined || readSigningKeys(value).length > 0, {
      message: 'must be Ed25519 keys as PEM; `openssl genpkey -algorithm ed25519` prints one',
    })
    .meta(
      help({
        description:
          'what signs recordings and the audit log, as PEM (`openssl genpkey -algorithm ed25519`), the same on every server; to rotate, put the new key before the old one and restart every server. See [evidence.md](evidence.md)',
        initially: '`signing.key` in the data directory; with PostgreSQL sealed in the database',
        isSecret: true,
      }),
    ),
  JADEGATE_PUBLIC_URL: list
    .pipe(
      z.array(
        z
          .string()
          .refine(isOrigin, {
            message: 'must be addresses such as https://gate.example:8443, without a path',
          })
          .transform((value) => new URL(value).origin),
      ),
    )
    .meta(
      help({
        description:
          'where people reach the product, as in the address bar. Several, separated by commas, are all taken for its own; the first stands in links. Without it the address is taken from each request',
        example: 'https://gate.example:8443',
      }),
    ),
  JADEGATE_TLS_CERT: file.meta(
    help({
      description:
        'PEM file of the certificate: the server speaks TLS itself. With `JADEGATE_TLS_KEY`. See TLS',
      example: '/etc/jadegate/gate.pem',
    }),
  ),
  JADEGATE_TLS_KEY: file.meta(
    help({ description: 'PEM file of its key, without a passphrase', example: '/etc/jadegate/gate.key' }),
  ),
  JADEGATE_TRUSTED_PROXIES: list
    .pipe(z.array(z.string().refine(isAddressRange, { message: 'must be IP addresses or CIDR ranges' })))
    .meta(
      help({
        description:
          'addresses or CIDR ranges whose `X-Forwarded-For`, `-Host`, `-Port` and `-Proto` are believed, and for SSH the PROXY protocol (version 1 and 2); empty means nobody’s. `Forwarded` is never believed',
        example: '127.0.0.1, 10.0.0.0/24',
      }),
    ),
  JADEGATE_CONNECTIONS_PER_ADDRESS: text
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.number().int().min(10).max(100_000).optional())
    .meta(
      help({
        description:
          'connections that one address (for IPv6 one /64) may hold while nobody on them is signed in; a trusted proxy gets ten times as many. See Limits',
        initially: '`500`',
      }),
    ),
  JADEGATE_SSH_HOST: text.meta(
    help({
      description: 'address on which people’s own SSH clients are taken in. See [ssh.md](ssh.md)',
      initially: 'as `JADEGATE_HOST`',
      example: '::',
    }),
  ),
  JADEGATE_SSH_PORT: text
    .transform((value) => (value === 'off' ? value : Number(value ?? DEFAULT_SSH_PORT)))
    // `off` by its name: what may be undefined is left out where it is not given, with its default
    .pipe(
      z.union([z.literal('off'), z.number().int().min(0).max(65_535)], {
        error: 'must be a port (0 to 65535), or off',
      }),
    )
    .meta(
      help({
        description:
          'port for them, or `off`. Where it is taken the log says so, and the rest of the product starts all the same',
        initially: `\`${DEFAULT_SSH_PORT}\``,
        example: '22',
      }),
    ),
  JADEGATE_SSH_PUBLIC_HOST: text.meta(
    help({
      description: 'the name by which SSH clients reach it, for the lines that people copy',
      initially: 'that of `JADEGATE_PUBLIC_URL`, or of the address bar',
      example: 'gate.example',
    }),
  ),
  JADEGATE_SSH_PUBLIC_PORT: text
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.number().int().min(1).max(65_535).optional())
    .meta(
      help({
        description: 'and the port, where a balancer or a firewall has another',
        initially: 'as `JADEGATE_SSH_PORT`',
      }),
    ),
  JADEGATE_PEER_URL: text
    .pipe(
      z
        .string()
        .refine(isOrigin, {
          message: 'must be an address such as https://gate-1.internal:8088, without a path',
        })
        .transform((value) => new URL(value).origin)
        .optional(),
    )
    .meta(
      help({
        description:
          'several servers on one PostgreSQL: the address at which the others reach this one. See [scale.md](scale.md)',
        example: 'https://gate-1.internal:8088',
      }),
    ),
  JADEGATE_PEER_CA: file.meta(
    help({
      description: 'PEM file of whoever signed the certificates of the others',
      initially: 'the system’s',
      example: '/etc/jadegate/ca.pem',
    }),
  ),
  JADEGATE_PEER_PLAINTEXT: text.pipe(z.literal('private-network').optional()).meta(
    help({
      description:
        '`private-network` allows `http` there: what people type and see then travels between the servers in the clear',
    }),
  ),
  JADEGATE_DRAIN_SECONDS: text
    .transform((value) => (value === undefined ? DEFAULT_DRAIN_SECONDS : Number(value)))
    .pipe(z.number().int().min(DEFAULT_DRAIN_SECONDS).max(LONGEST_DRAIN_SECONDS))
    .meta(
      help({
        description: `how long a server that is told to stop may take: all but the last ten seconds are for the sessions it holds, up to two weeks (\`${LONGEST_DRAIN_SECONDS}\`). See [scale.md](scale.md). The supervisor must allow as long (\`TimeoutStopSec\` of systemd)`,
        initially: `\`${DEFAULT_DRAIN_SECONDS}\``,
        example: '3600',
      }),
    ),
  JADEGATE_METRICS_TOKEN: text
    .pipe(
      z
        .string()
        .min(SHORTEST_METRICS_TOKEN, {
          message: `must have at least ${SHORTEST_METRICS_TOKEN} characters; \`openssl rand -hex 24\` prints a good one`,
        })
        .optional(),
    )
    .meta(
      help({
        description: `at least ${SHORTEST_METRICS_TOKEN} characters; if set, \`/metrics\` needs \`Authorization: Bearer …\` and answers 401 without; otherwise it answers this machine only, and nobody once a trusted proxy or a public address is set`,
        isSecret: true,
      }),
    ),
  JADEGATE_IMPORT_DIR: text.meta(
    help({
      description:
        'where the data directory of an old installation lies that is to be brought here by the console: the only folder it reads from. See [import.md](import.md)',
      initially: '`next-terminal` in the data directory',
      example: '/srv/next-terminal/data',
    }),
  ),
  JADEGATE_IMPORT_KEY: z
    .string()
    .optional()
    .meta(
      help({
        description:
          'of `npx jadegate import next-terminal`: the `encryption-key` of the old installation. Asked for where it is not set. See [import.md](import.md)',
        isSecret: true,
      }),
    ),
  JADEGATE_IMPORT_PASSWORD: z
    .string()
    .optional()
    .meta(
      help({
        description:
          'of `npx jadegate import next-terminal`: the password of the MySQL account with which the old database is read. See [import.md](import.md)',
        isSecret: true,
      }),
    ),
  JADEGATE_BACKUP_PASSPHRASE: z
    .string()
    .optional()
    .meta(
      help({
        description:
          'of `npx jadegate backup` and `restore`; where it is set, whole backups, of jobs too, have the configuration as a sealed `.jgb` file. See [backup.md](backup.md)',
        isSecret: true,
      }),
    ),
  JADEGATE_BACKUP_TARGET: text.meta(
    help({
      description:
        'where jobs put whole backups: a folder that is there, or `s3://bucket/folder`. See [backup.md](backup.md)',
      initially: '`backups` in the data directory',
      example: '/mnt/backup',
    }),
  ),
  JADEGATE_SKIP_UPGRADE_COPY: text.pipe(z.literal('yes').optional()).meta(
    help({
      description:
        '`yes` lets a newer version change an SQLite database without a copy of it, where there is no room for one. See [upgrade.md](upgrade.md)',
    }),
  ),
  JADEGATE_ADVISORY_FILE: text.meta(
    help({
      description: 'security advisories for this installation, see Advisories; it need not be there',
      initially: '`advisories.json` in the data directory',
    }),
  ),
  JADEGATE_EVENT_TARGETS_ALLOWED: list
    .pipe(z.array(z.string().refine(isAddressRange, { message: 'must be IP addresses or CIDR ranges' })))
    .meta(
      help({
        description:
          'addresses or CIDR ranges of this machine, link-local or of metadata services to which events may be sent all the same, such as that of a collector beside the server. See [events.md](events.md)',
        example: '127.0.0.1',
      }),
    ),
  JADEGATE_EVENT_DIR: file.meta(
    help({
      description:
        'folder for files of events, which their group may read, such as for an agent that collects them. See [events.md](events.md)',
      initially: '`events` in the data directory',
      example: '/var/log/jadegate',
    }),
  ),
  JADEGATE_LOG_LEVEL: text
    .pipe(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'))
    .meta(help({ description: '`trace` `debug` `info` `warn` `error` `silent`', initially: '`info`' })),
  DATABASE_URL: url('postgres:', 'postgresql:').meta(
    help({
      description: 'PostgreSQL; without it SQLite in the data directory',
      example: 'postgres://jadegate:…@db.internal/jadegate',
      isSecret: true,
    }),
  ),
  GUACD_HOST: text.meta(
    help({
      description:
        'where guacd listens, if somebody else runs it; without it, one that is installed on this machine is started. See Remote desktops',
      example: 'guacd.internal',
    }),
  ),
  GUACD_PORT: text
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.number().int().min(0).max(65_535).optional())
    .meta(
      help({
        description: 'its port; one of our own is at another each time unless this is set',
        initially: `\`${DEFAULT_GUACD_PORT}\``,
      }),
    ),
  S3_BUCKET: text.meta(
    help({
      description:
        'with the two keys, all or none: files are kept in this bucket instead of the data directory. See Files',
      example: 'jadegate',
    }),
  ),
  S3_ACCESS_KEY_ID: text.meta(help({ description: 'of the bucket' })),
  S3_SECRET_ACCESS_KEY: text.meta(help({ description: 'of the bucket', isSecret: true })),
  S3_ENDPOINT: url('http:', 'https:').meta(
    help({
      description: 'address of an S3-compatible server; buckets are named in the path',
      initially: 'Amazon’s',
      example: 'https://s3.internal:9000',
    }),
  ),
  S3_REGION: text.meta(help({ description: 'of the bucket', initially: '`us-east-1`' })),
  S3_LOCK_BUCKET: text.meta(
    help({
      description:
        'a bucket made with object lock: every signed checkpoint of the audit log is put there and locked. With the same keys, address and region; works without `S3_BUCKET`, too. See [evidence.md](evidence.md)',
      example: 'jadegate-locked',
    }),
  ),
  S3_LOCK_DAYS: text
    .transform((value) => (value === undefined ? DEFAULT_LOCK_DAYS : Number(value)))
    .pipe(z.number().int().min(1).max(36_500))
    .meta(
      help({
        description: 'how long nobody can change or delete one, the owner of the bucket included',
        initially: `\`${DEFAULT_LOCK_DAYS}\``,
      }),
    ),
});

export type SettingName = keyof typeof Settings.shape;
export const SETTING_NAMES = Object.keys(Settings.shape) as SettingName[];
