// What goes wrong with whole backups: on the disk, in their files, and in what is asked of them.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { Secret } from '../../kernel/secret.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { WholeBackups } from '../job/whole-backups.ts';
import { openTarget } from './backup-target.ts';
import { FullBackupReader } from './full-backup-reader.ts';
import type { Manifest } from './full-backup.format.ts';

const volume = { free: 51_200 * MEGABYTE, total: 102_400 * MEGABYTE };
const server = useTestServer({ readVolume: async () => volume });
const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-whole-'));
const place = (...names: string[]) => path.join(folder, ...names);
/** As long as a path in a store may be. */
const LONG = `space-1/${Array.from({ length: 4 }, () => 'a'.repeat(234)).join('/')}`;

const dataOf = (...names: string[]) => path.join(server.current.dataDir, ...names);
function seed(text: string, ...names: string[]): void {
  mkdirSync(path.dirname(dataOf(...names)), { recursive: true, mode: 0o700 });
  writeFileSync(dataOf(...names), text, { mode: 0o600 });
}
beforeAll(() => {
  seed('a file', 'spaces', 'space-1', 'file.txt');
  seed('a long way down', 'spaces', LONG);
  seed('of another program', 'spaces', 'space-1', 'a\\b');
  mkdirSync(dataOf('spaces', 'space-1', 'empty'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const create = (name: string, options = {}) =>
  server.current.services.fullBackups.create(SYSTEM_CALLER, name, options);
const readerOf = async (name: string) => new FullBackupReader(await openTarget(name, undefined));
const workLeft = () => readdirSync(server.current.dataDir).filter((name) => name.startsWith('.full-backup-'));

/** With an empty database of its own where the engine needs one. */
async function restore(name: string, into: string): Promise<Manifest> {
  const fresh = server.current.database.databaseUrl === undefined ? undefined : await createTestDatabase();
  try {
    return await (await readerOf(name)).restore(into, { databaseUrl: fresh?.databaseUrl });
  } finally {
    await fresh?.remove();
  }
}

it('has files with long paths and empty folders, and says what it could not read', async () => {
  const { manifest } = await create(place('one'), { passphrase: new Secret('a long passphrase') });
  expect(manifest).toMatchObject({ files: 2, unread: { count: 1, paths: ['/spaces/space-1/a\\b'] } });
  await restore(place('one'), place('restored'));
  expect(readFileSync(place('restored', 'spaces', LONG), 'utf8')).toBe('a long way down');
  expect(readdirSync(place('restored', 'spaces', 'space-1', 'empty'))).toEqual([]);
});

it('is compared before anything of it is written', async () => {
  const [database = ''] = readdirSync(place('one')).filter((name) => name.startsWith('database.'));
  const whole = readFileSync(place('one', database));
  appendFileSync(place('one', database), 'x');
  await expect(restore(place('one'), place('damaged'))).rejects.toMatchObject({
    code: 'full_backup.not_whole',
    params: { file: database },
  });
  expect(readdirSync(place('damaged'))).toEqual([]);
  writeFileSync(place('one', database), whole);
  appendFileSync(place('one', 'configuration.jgb'), 'x');
  const found = await (await readerOf(place('one'))).rehearse(folder, undefined);
  expect(found).toMatchObject({ files: 2, changed: ['/configuration.jgb'], database: { isWhole: true } });
});

it('that broke off leaves nothing, neither there nor in the data directory', async () => {
  seed('', '.full-backup-999999999-x', 'database.sqlite');
  const stop = new AbortController();
  stop.abort(new Error('somebody stopped it'));
  await expect(create(place('stopped'), { signal: stop.signal })).rejects.toThrow('somebody stopped it');
  expect(existsSync(place('stopped'))).toBe(false);
  expect(workLeft()).toEqual([]);
});

it('takes no room that sessions need, on the disk that they share', async () => {
  volume.free = 0;
  server.current.passTime(2000);
  try {
    await expect(create(dataOf('backup'))).rejects.toMatchObject({ code: 'full_backup.target_full' });
    expect(existsSync(dataOf('backup'))).toBe(false);
  } finally {
    volume.free = 51_200 * MEGABYTE;
    server.current.passTime(2000);
  }
});

it('never lies in what it copies', async () => {
  for (const name of ['spaces/backup', 'recordings', 'uploads/x']) {
    mkdirSync(path.dirname(dataOf(name)), { recursive: true });
    await expect(create(dataOf(name))).rejects.toMatchObject({ code: 'full_backup.target_own' });
  }
});

it('of a job counts only when it is whole, and what broke off goes', async () => {
  const [jobId, names] = ['job-12345678', ['20260101000000', '20260102000000', '20260103000000']];
  const folders = names.map((name) => place('12345678', `jadegate-full-${name}`));
  folders.forEach((one) => mkdirSync(one, { recursive: true }));
  const [first = '', broken = '', last = ''] = folders;
  writeFileSync(path.join(first, 'manifest.json'), '');
  const made = JSON.parse(readFileSync(place('one', 'manifest.json'), 'utf8')) as Manifest;
  const createIn = async () => {
    expect(existsSync(broken)).toBe(false);
    mkdirSync(last, { recursive: true });
    writeFileSync(path.join(last, 'manifest.json'), '');
    return { target: last, manifest: made };
  };
  const isWhole = (one: string) => server.current.services.fullBackups.isWhole(one);
  const fullBackups = { createIn, isWhole };
  const jobs = new WholeBackups({ fullBackups, dataDir: server.current.dataDir, place: folder });
  const { signal } = new AbortController();
  const told = await jobs.make(jobId, SYSTEM_CALLER as Actor, { keep: 2, signal });
  expect(told).toMatchObject({ removed: 0, unread: 1 });
  expect(readdirSync(place('12345678'))).toEqual([path.basename(first), path.basename(last)]);
});

it('that cannot be restored here says why', async () => {
  const manifest = place('one', 'manifest.json');
  const text = readFileSync(manifest, 'utf8');
  const other = text.includes('"sqlite"')
    ? text.replace('"sqlite"', '"postgres"')
    : text.replace('"postgres"', '"sqlite"');
  for (const [written, refusal] of [
    [text.slice(0, 100), { code: 'full_backup.not_whole', params: { file: 'manifest.json' } }],
    [text.replace('"format": 1', '"format": 2'), { code: 'full_backup.newer' }],
    [other, { code: 'full_backup.engine_differs' }],
  ] as const) {
    writeFileSync(manifest, written);
    await expect(restore(place('one'), place('never'))).rejects.toMatchObject(refusal);
  }
  expect(existsSync(place('never'))).toBe(false);
});
