import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';

import * as z from 'zod';

import { DAY_MS, SECOND_MS } from './kernel/clock.ts';
import { Secret } from './kernel/secret.ts';

/** The only reader of the environment. Every setting is listed in docs/operations.md. */
const DEFAULT_FILE = '/etc/jadegate/jadegate.env';
/** A name that begins like this and is no setting is a slip of the pen. */
const OWN_NAME = /^(JADEGATE|S3|GUACD)_|^DATABASE_URL$/;
const OTHERS_MAY = 0o007;
const DEFAULT_PORT = 8088;
const DEFAULT_GUACD_PORT = 4822;
/** Enough to close everything; less would be cut off. */
const DEFAULT_DRAIN_SECONDS = 10;
const SHORTEST_METRICS_TOKEN = 16;
const LONGEST_DRAIN_SECONDS = (14 * DAY_MS) / SECOND_MS;

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

const file = text.transform((value) => (value === undefined ? undefined : path.resolve(value)));

const Environment = z.object({
  JADEGATE_HOST: text.transform((value) => value ?? '127.0.0.1'),
  JADEGATE_PORT: port(DEFAULT_PORT),
  JADEGATE_DATA_DIR: text.transform((value) => path.resolve(value ?? 'data')),
  JADEGATE_ADMIN_USERNAME: text.transform((value) => value ?? 'admin'),
  JADEGATE_ADMIN_PASSWORD: text.pipe(z.string().min(8).max(256).optional()),
  JADEGATE_MASTER_KEY: text,
  JADEGATE_PUBLIC_URL: list.pipe(
    z.array(
      z
        .string()
        .refine(isOrigin, { message: 'must be addresses such as https://gate.example:8443, without a path' })
        .transform((value) => new URL(value).origin),
    ),
  ),
  JADEGATE_TLS_CERT: file,
  JADEGATE_TLS_KEY: file,
  JADEGATE_TRUSTED_PROXIES: list.pipe(
    z.array(z.string().refine(isAddressRange, { message: 'must be IP addresses or CIDR ranges' })),
  ),
  JADEGATE_CONNECTIONS_PER_ADDRESS: text
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.number().int().min(10).max(100_000).optional()),
  JADEGATE_METRICS_TOKEN: text.pipe(
    z
      .string()
      .min(SHORTEST_METRICS_TOKEN, {
        message: `must have at least ${SHORTEST_METRICS_TOKEN} characters; \`openssl rand -hex 24\` prints a good one`,
      })
      .optional(),
  ),
  JADEGATE_BACKUP_PASSPHRASE: z.string().optional(),
  JADEGATE_BACKUP_TARGET: text,
  JADEGATE_ADVISORY_FILE: text,
  JADEGATE_PEER_URL: text.pipe(
    z
      .string()
      .refine(isOrigin, {
        message: 'must be an address such as https://gate-1.internal:8088, without a path',
      })
      .transform((value) => new URL(value).origin)
      .optional(),
  ),
  JADEGATE_PEER_CA: file,
  JADEGATE_PEER_PLAINTEXT: text.pipe(z.literal('private-network').optional()),
  JADEGATE_DRAIN_SECONDS: text
    .transform((value) => (value === undefined ? DEFAULT_DRAIN_SECONDS : Number(value)))
    .pipe(z.number().int().min(DEFAULT_DRAIN_SECONDS).max(LONGEST_DRAIN_SECONDS)),
  JADEGATE_LOG_LEVEL: text.pipe(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  S3_ENDPOINT: url('http:', 'https:'),
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  GUACD_HOST: text,
  GUACD_PORT: text
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.number().int().min(0).max(65_535).optional()),
});

export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>;

/** From the settings file and the environment, which wins: what the server and every command go by. */
export function readConfig(
  env: NodeJS.Dict<string> = process.env,
  {
    dataDir,
    file = env['JADEGATE_CONFIG'],
  }: { dataDir?: string | undefined; file?: string | undefined } = {},
) {
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  const result = Environment.safeParse({
    ...readSettingsFile(file),
    ...Object.fromEntries(given),
    ...(dataDir !== undefined && { JADEGATE_DATA_DIR: dataDir }),
  });
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(
      `these settings are not usable (docs/operations.md explains them):\n${lines.join('\n')}`,
    );
  }
  const values = result.data;
  const { JADEGATE_TLS_CERT: cert, JADEGATE_TLS_KEY: key } = values;
  if ((cert === undefined) !== (key === undefined)) {
    throw new ConfigError(
      'JADEGATE_TLS_CERT and JADEGATE_TLS_KEY belong together: set both to speak TLS, or neither to leave it to a proxy.',
    );
  }
  return {
    host: values.JADEGATE_HOST,
    port: values.JADEGATE_PORT,
    dataDir: values.JADEGATE_DATA_DIR,
    firstAdmin: { username: values.JADEGATE_ADMIN_USERNAME, password: values.JADEGATE_ADMIN_PASSWORD },
    masterKey: values.JADEGATE_MASTER_KEY,
    publicUrls: values.JADEGATE_PUBLIC_URL,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    connectionsPerAddress: values.JADEGATE_CONNECTIONS_PER_ADDRESS,
    trustedProxies: values.JADEGATE_TRUSTED_PROXIES,
    metricsToken: values.JADEGATE_METRICS_TOKEN,
    logLevel: values.JADEGATE_LOG_LEVEL,
    advisoryFile: values.JADEGATE_ADVISORY_FILE,
    databaseUrl: values.DATABASE_URL,
    backupTarget: values.JADEGATE_BACKUP_TARGET,
    /** For commands and whole backups of jobs; as it is, because spaces at its ends may be meant. */
    backupPassphrase: values.JADEGATE_BACKUP_PASSPHRASE,
    /** Without a host it is on this machine, and started if it is installed and nobody else did. */
    guacd: {
      host: values.GUACD_HOST ?? '127.0.0.1',
      port: values.GUACD_PORT ?? DEFAULT_GUACD_PORT,
      isOurs: values.GUACD_HOST === undefined,
      /** Nobody has said where ours is to listen. */
      picksPort: values.GUACD_HOST === undefined && values.GUACD_PORT === undefined,
    },
    /** Where files and finished recordings are kept; undefined for the data directory. */
    s3: s3Options(values),
    peer: peerOptions(values),
    /** How long sessions may go on once it is told to stop; the rest of the time is for closing. */
    drainMs: (values.JADEGATE_DRAIN_SECONDS - DEFAULT_DRAIN_SECONDS) * SECOND_MS,
  };
}

/** Lines of `NAME=value`, as systemd reads them with `EnvironmentFile`. */
function readSettingsFile(named: string | undefined): NodeJS.Dict<string> {
  const file = named?.trim() || DEFAULT_FILE;
  if (!named?.trim() && !existsSync(file)) {
    return {};
  }
  const written = readPrivate(file);
  const unclear = namesWithHash(written);
  if (unclear.length > 0) {
    throw new ConfigError(
      `${file} has a # in the value of ${unclear.join(', ')} that is not in quotes: systemd reads it as a part of the value, others as the begin of a comment. Put the whole value in quotes, or the comment on a line of its own.`,
    );
  }
  const values = parseEnv(written);
  const unknown = Object.keys(values).filter((name) => OWN_NAME.test(name) && !(name in Environment.shape));
  if (unknown.length > 0) {
    throw new ConfigError(`${file} names settings that there are not: ${unknown.join(', ')}`);
  }
  return values;
}

const QUOTED_VALUE = /^(\s*\w+\s*=\s*)(["'`])[^]*?\2/gm;
const ASSIGNMENT = /^\s*(\w+)\s*=(.*)$/;

/** Settings that two readers of the same file would understand differently. Never with their values: they may be secrets. */
function namesWithHash(written: string): string[] {
  return written
    .replace(QUOTED_VALUE, '$1')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', value = ''] = ASSIGNMENT.exec(line) ?? [];
      return value.includes('#') && name in Environment.shape ? [name] : [];
    });
}

function readPrivate(file: string): string {
  try {
    if ((statSync(file).mode & OTHERS_MAY) === 0) {
      return readFileSync(file, 'utf8');
    }
  } catch (error) {
    throw new ConfigError(`the settings file ${file} cannot be read (${String(error)}).`);
  }
  throw new ConfigError(
    `the settings file ${file} may hold secrets, and everybody can read it; run: chmod o= ${file}`,
  );
}

function peerOptions(values: z.output<typeof Environment>) {
  const { JADEGATE_PEER_URL: url, JADEGATE_PEER_CA: ca, JADEGATE_PEER_PLAINTEXT: plaintext } = values;
  if (url === undefined) {
    return undefined;
  }
  if (values.DATABASE_URL === undefined) {
    throw new ConfigError(
      'JADEGATE_PEER_URL is for several servers on one PostgreSQL database: set DATABASE_URL too, or unset it to run one server on SQLite.',
    );
  }
  if (url.startsWith('http:') && plaintext === undefined) {
    throw new ConfigError(
      'JADEGATE_PEER_URL begins with http: what people type and see would travel between servers in the clear. Use https, or set JADEGATE_PEER_PLAINTEXT=private-network where nobody else can listen.',
    );
  }
  return { url, ca: ca === undefined ? undefined : readAuthorities(ca) };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g;

function readAuthorities(path: string): string[] {
  try {
    const found = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
    if (found.length > 0) {
      return found.map((text) => new X509Certificate(text).toString());
    }
  } catch {
    // Whatever is the matter with it, the operator must look at that file.
  }
  throw new ConfigError(`JADEGATE_PEER_CA names ${path}, in which there is no certificate that can be read.`);
}

/** Half of it would be found out by the first file that is stored. */
function s3Options(values: z.output<typeof Environment>) {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  const needed = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  if ([S3_ENDPOINT, S3_REGION, ...Object.values(needed)].every((value) => value === undefined)) {
    return undefined;
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    throw new ConfigError(
      `to keep files in S3, ${missing.join(' and ')} must be set, too; to keep them in the data directory, unset every S3_ variable.`,
    );
  }
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: new Secret(S3_SECRET_ACCESS_KEY),
  };
}
