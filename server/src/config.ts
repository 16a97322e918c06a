import { X509Certificate } from 'node:crypto';

import type * as z from 'zod';

import { ConfigError, gatherSettings } from './config/given-settings.ts';
import { DEFAULT_DRAIN_SECONDS, DEFAULT_GUACD_PORT, Settings } from './config/settings-schema.ts';
import { SECOND_MS } from './kernel/clock.ts';
import { readPlainFile } from './kernel/plain-file.ts';
import { Secret } from './kernel/secret.ts';

export { ConfigError };

export type Config = ReturnType<typeof readConfig>;

/**
 * The only reader of the environment. From the settings file and the environment, which wins: what the server and every
 * command go by. config/settings-schema.ts has all of them.
 */
export function readConfig(
  env: NodeJS.Dict<string> = process.env,
  {
    dataDir,
    file = env['JADEGATE_CONFIG'],
  }: { dataDir?: string | undefined; file?: string | undefined } = {},
) {
  const given = gatherSettings(env, file);
  const result = Settings.safeParse({
    ...given.values,
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
    /** Where each setting that was given was found, and what should be changed about that. */
    given: { origins: given.origins, warnings: given.warnings },
    host: values.JADEGATE_HOST,
    port: values.JADEGATE_PORT,
    dataDir: values.JADEGATE_DATA_DIR,
    firstAdmin: { username: values.JADEGATE_ADMIN_USERNAME, password: values.JADEGATE_ADMIN_PASSWORD },
    masterKey: values.JADEGATE_MASTER_KEY,
    signingKey:
      values.JADEGATE_SIGNING_KEY === undefined ? undefined : new Secret(values.JADEGATE_SIGNING_KEY),
    publicUrls: values.JADEGATE_PUBLIC_URL,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    connectionsPerAddress: values.JADEGATE_CONNECTIONS_PER_ADDRESS,
    trustedProxies: values.JADEGATE_TRUSTED_PROXIES,
    metricsToken: values.JADEGATE_METRICS_TOKEN,
    logLevel: values.JADEGATE_LOG_LEVEL,
    skipsUpgradeCopy: values.JADEGATE_SKIP_UPGRADE_COPY !== undefined,
    advisoryFile: values.JADEGATE_ADVISORY_FILE,
    eventTargetsAllowed: values.JADEGATE_EVENT_TARGETS_ALLOWED,
    eventFolder: values.JADEGATE_EVENT_DIR,
    databaseUrl: values.DATABASE_URL,
    backupTarget: values.JADEGATE_BACKUP_TARGET,
    /** For commands and whole backups of jobs; as it is, because spaces at its ends may be meant. */
    backupPassphrase: values.JADEGATE_BACKUP_PASSPHRASE,
    importFolder: values.JADEGATE_IMPORT_DIR,
    importKey: values.JADEGATE_IMPORT_KEY,
    importPassword: values.JADEGATE_IMPORT_PASSWORD,
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
    /** Where signed checkpoints are locked; undefined where they are not. */
    lock: lockOptions(values),
    peer: peerOptions(values),
    /** Where SSH clients are taken in; a port that is undefined means nowhere. */
    ssh: {
      host: values.JADEGATE_SSH_HOST ?? values.JADEGATE_HOST,
      port: values.JADEGATE_SSH_PORT === 'off' ? undefined : values.JADEGATE_SSH_PORT,
      publicHost: values.JADEGATE_SSH_PUBLIC_HOST,
      publicPort: values.JADEGATE_SSH_PUBLIC_PORT,
    },
    /** How long sessions may go on once it is told to stop; the rest of the time is for closing. */
    drainMs: (values.JADEGATE_DRAIN_SECONDS - DEFAULT_DRAIN_SECONDS) * SECOND_MS,
  };
}

function peerOptions(values: z.output<typeof Settings>) {
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
    const found = readPlainFile(path).bytes.toString().match(CERTIFICATE) ?? [];
    if (found.length > 0) {
      return found.map((text) => new X509Certificate(text).toString());
    }
  } catch {
    // Whatever is the matter with it, the operator must look at that file.
  }
  throw new ConfigError(`JADEGATE_PEER_CA names ${path}, in which there is no certificate that can be read.`);
}

/** Half of it would be found out by the first file that is stored. */
function s3Options(values: z.output<typeof Settings>) {
  const { S3_BUCKET } = values;
  const access = s3Access(values);
  return access === undefined || S3_BUCKET === undefined ? undefined : { ...access, bucket: S3_BUCKET };
}

function lockOptions(values: z.output<typeof Settings>) {
  const access = s3Access(values);
  const { S3_LOCK_BUCKET: bucket, S3_LOCK_DAYS: days } = values;
  return access === undefined || bucket === undefined ? undefined : { s3: { ...access, bucket }, days };
}

function s3Access(values: z.output<typeof Settings>) {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_LOCK_BUCKET } = values;
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  const bucket = S3_BUCKET ?? S3_LOCK_BUCKET;
  const needed = { S3_BUCKET: bucket, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  if ([S3_ENDPOINT, S3_REGION, ...Object.values(needed)].every((value) => value === undefined)) {
    return undefined;
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (bucket === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    throw new ConfigError(
      `to keep files in S3, ${missing.join(' and ')} must be set, too; to keep them in the data directory, unset every S3_ variable.`,
    );
  }
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: new Secret(S3_SECRET_ACCESS_KEY),
  };
}
