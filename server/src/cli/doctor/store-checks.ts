import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';

import type { Config } from '../../config.ts';
import { databaseRefusal } from '../../db/database-trouble.ts';
import { NoInstallationError } from '../../db/no-installation.ts';
import { openForReading, readDatabaseFacts, type ReadDatabase } from '../../db/open-for-reading.ts';
import { DAY_MS, SECOND_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { JobRepository } from '../../operations/job/job.repository.ts';
import { SettingRepository } from '../../platform/setting/setting.repository.ts';
import { MAIL_PORTS } from '../../platform/setting/setting.service.ts';
import { openMasterKey } from '../../platform/vault/master-key.ts';
import { VaultRepository } from '../../platform/vault/vault.repository.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import { LockedObjects, type LockOptions } from '../../storage/s3/locked-objects.ts';
import { openBucket, type S3Options } from '../../storage/s3/s3-bucket.ts';
import { productVersion } from '../../version.ts';
import { checkEvents } from './event-checks.ts';
import { ok, problem, reasonOf, warning, type Finding } from './finding.ts';

/** One-time codes and leases go wrong long before people notice. */
const CLOCK_MS = 5 * SECOND_MS;
const PATIENCE_MS = 5 * SECOND_MS;
const BACKUP_DAYS = 7;

/** What is asked of the database, which is opened once. */
const DATABASE_CHECKS: Record<string, (database: ReadDatabase, config: Config) => Promise<Finding[]>> = {
  database: checkTables,
  keys: checkKey,
  mail: checkMail,
  backups: checkBackups,
  events: checkEvents,
};

/** By area. Where the database does not answer, that is all there is to say. */
export async function checkDatabase(config: Config): Promise<[string, Finding[]][]> {
  let database: ReadDatabase;
  try {
    database = await openForReading(config);
  } catch (error) {
    return [['database', [databaseProblem(error)]]];
  }
  const findings: [string, Finding[]][] = [];
  try {
    for (const [area, check] of Object.entries(DATABASE_CHECKS)) {
      findings.push([
        area,
        await check(database, config).catch((error: unknown) => [databaseProblem(error)]),
      ]);
    }
  } finally {
    await database.close();
  }
  return findings;
}

function databaseProblem(error: unknown): Finding {
  if (error instanceof NoInstallationError) {
    return warning(
      'there is no installation here yet, so its database, keys, mail and backups were not looked at',
      'start the server once, or check JADEGATE_DATA_DIR and DATABASE_URL',
    );
  }
  return problem(
    `the database cannot be used: ${databaseRefusal(error) ?? reasonOf(error)}`,
    'check DATABASE_URL, that it runs, and the disk',
  );
}

async function checkTables(database: ReadDatabase, config: Config): Promise<Finding[]> {
  const version = productVersion();
  const facts = await readDatabaseFacts(database, { ...config, version });
  return [
    facts.isNewer
      ? problem(
          `${facts.engineVersion} was written by a newer version than ${version}`,
          'start the newer version again, or go back to a copy from before the update (docs/upgrade.md)',
        )
      : facts.missing > 0
        ? warning(
            `${facts.engineVersion} was last changed by version ${facts.writtenBy ?? 'unknown'}; the next start takes ${facts.missing} steps`,
            'make a backup before that start (docs/upgrade.md)',
          )
        : ok(`${facts.engineVersion} answers and is up to date`),
    ...facts.lacks.map((right) =>
      problem(`the database does not allow us ${right}`, 'give the account or file of the server that right'),
    ),
    clockFinding('the database', facts.aheadMs),
  ];
}

function clockFinding(whose: string, aheadMs: number): Finding {
  const seconds = (Math.abs(aheadMs) / SECOND_MS).toFixed(1);
  return Math.abs(aheadMs) <= CLOCK_MS
    ? ok(`the clock of ${whose} is within ${seconds} s of ours`)
    : problem(
        `the clock of ${whose} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ours`,
        'let both follow the same time (chrony, systemd-timesyncd)',
      );
}

async function checkKey({ db }: ReadDatabase, config: Config): Promise<Finding[]> {
  const secrets = new VaultRepository(db);
  if (await secrets.isEmpty()) {
    return [ok('there is no secret yet')];
  }
  const where = config.masterKey ? 'JADEGATE_MASTER_KEY' : 'master.key';
  try {
    const keyring = (await openMasterKey({ ...config, mayCreate: false })).load();
    const sample = await secrets.find('system', 'audit-key');
    if (sample) {
      keyring.open(sample.sealed, 'system/audit-key');
    }
    return [ok(`${where} opens the secrets of this database`)];
  } catch (error) {
    return [
      problem(
        `${where} does not open the secrets of this database: ${reasonOf(error)}`,
        'give back the key that it was made with; without it no stored password can be used',
      ),
    ];
  }
}

async function checkMail({ db }: ReadDatabase): Promise<Finding[]> {
  const settings = await new SettingRepository({ db }).list();
  const host = settings.get('mail-host') ?? '';
  if (host === '') {
    return [ok('no mail server is set: nobody is told of anything by mail')];
  }
  const given = settings.get('mail-security');
  const security = given === 'none' || given === 'tls' ? given : 'starttls';
  const port = Number(settings.get('mail-port') || MAIL_PORTS[security]);
  try {
    const greeting = await mailGreeting(host, port, security === 'tls');
    return greeting.startsWith('220')
      ? [ok(`the mail server ${host}:${port} greets`)]
      : [
          problem(
            `${host}:${port} does not greet as a mail server`,
            'check the mail settings in the console',
          ),
        ];
  } catch (error) {
    return [
      problem(
        `the mail server ${host}:${port} cannot be reached: ${reasonOf(error)}`,
        'check the mail settings in the console, and the way there',
      ),
    ];
  }
}

/** Nothing is said to it: no name, no password. */
async function mailGreeting(host: string, port: number, isTls: boolean): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const plain = await connectTcp({ host, port }, signal);
  const socket = isTls ? connectTls({ socket: plain, servername: host }) : plain;
  try {
    const [bytes] = (await once(socket, 'data', { signal })) as [Buffer];
    return bytes.toString('latin1');
  } finally {
    socket.destroy();
    plain.destroy();
  }
}

async function checkBackups(database: ReadDatabase): Promise<Finding[]> {
  const jobs = (await new JobRepository(database).listBackups()).filter(({ status }) => status === 'running');
  if (jobs.length === 0) {
    return [
      warning(
        'no job makes backups',
        'make a job of the kind backup in the console, or run npx jadegate full-backup create by a timer (docs/backup.md)',
      ),
    ];
  }
  return jobs.map(({ name, last_done_at: done }) => {
    const days = done === null ? undefined : Math.floor((Date.now() - done) / DAY_MS);
    if (done === null || days === undefined) {
      return warning(`the backup job “${name}” has made no good backup yet`, 'run it once and read its log');
    }
    const told = `the last good backup of “${name}” is of ${new Date(done).toISOString()}`;
    return days > BACKUP_DAYS ? warning(told, 'read the log of its last runs') : ok(told);
  });
}

interface Stores {
  s3?: S3Options | undefined;
  lock?: LockOptions | undefined;
}

export async function checkS3({ s3, lock }: Stores): Promise<Finding[]> {
  return [
    ...(s3 ? await checkBucket(s3) : [ok('S3 is not set: files lie in the data directory')]),
    ...(lock ? [await checkLock(lock)] : []),
  ];
}

/** Nothing is written: it could not be removed again. */
async function checkLock(options: LockOptions): Promise<Finding> {
  const { bucket } = options.s3;
  const locked = new LockedObjects(options);
  try {
    await locked.expectLock();
    return ok(`checkpoints of the audit log are locked in the bucket ${bucket} for ${options.days} days`);
  } catch (error) {
    return problem(
      `checkpoints of the audit log cannot be locked in the bucket ${bucket}: ${reasonOf(error)}`,
      'check S3_LOCK_BUCKET: it must be made with object lock, and the key may put objects with a retention there',
    );
  } finally {
    await locked.close();
  }
}

/** A small object of our own, which is gone afterwards. */
async function checkBucket(options: S3Options): Promise<Finding[]> {
  const { s3, client, bucket } = await openBucket(options);
  let aheadMs: number | undefined;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { headers } = result.response as { headers?: Record<string, string> };
      const date = Date.parse(headers?.['date'] ?? '');
      aheadMs = Number.isNaN(date) ? aheadMs : date - Date.now();
      return result;
    },
    { step: 'deserialize', name: 'readDate' },
  );
  const object = { Bucket: bucket, Key: `jadegate-doctor/${newId()}` };
  let doing = 'written';
  try {
    await client.send(new s3.PutObjectCommand({ ...object, Body: object.Key }));
    doing = 'read';
    const { Body } = await client.send(new s3.GetObjectCommand(object));
    const isSame = (await Body?.transformToString()) === object.Key;
    doing = 'deleted';
    await client.send(new s3.DeleteObjectCommand(object));
    return [
      isSame
        ? ok(`S3 takes, gives back and deletes in the bucket ${bucket}`)
        : problem(
            `S3 gives back something else than was written to ${bucket}`,
            'look at what stands between',
          ),
      ...(aheadMs === undefined ? [] : [clockFinding('S3', aheadMs)]),
    ];
  } catch (error) {
    return [
      problem(
        `an object cannot be ${doing} in the bucket ${bucket}: ${reasonOf(error)}`,
        'check the S3_ settings, that the bucket is there, and that the key may read, write, list and delete',
      ),
    ];
  } finally {
    client.destroy();
  }
}
