// One file on fifty identities of a real sshd; of 20 MB in the long form.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { VisibleStorage } from '@jadegate/contract/files/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { newId } from '../../kernel/id.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import { AssetKit } from '../../testing/assets.ts';
import { ManyHosts, SSHD } from '../../testing/many-hosts.ts';
import { clockLimit, shortOrSoak } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';

const HOSTS = shortOrSoak(12, 50);
const BYTES = shortOrSoak(4, 20) * MEGABYTE;
const LONG_MS = 120_000;
const run = promisify(execFile);

const server = useTestServer();
const assets = new AssetKit(server);
const hosts = new ManyHosts();
const content = randomBytes(BYTES);
const sum = createHash('sha256').update(content).digest('hex');
const assetIds: string[] = [];
let actor: Actor;
let storageId = '';
let root = '';

const addressOf = (host: number) => `127.0.78.${host}`;
const start = (change: object) =>
  server.current.services.fileRuns.start(actor, {
    assetIds,
    storageId,
    file: '/file',
    folder: root,
    name: 'sent',
    ifExists: 'fail',
    makeFolders: false,
    isReadBack: false,
    timeoutSeconds: 100,
    parallelism: undefined,
    ...change,
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jadegate-file-run-'));
  await chmod(root, 0o777);
  await assets.login();
  const person = await server.current.loginAs({ type: 'user' });
  actor = { ...SYSTEM_CALLER, userId: person.id, username: person.username, loginId: undefined };
  const { token } = person;
  storageId = (await server.current.call<VisibleStorage>('GET', '/account/storage', { token })).data.id;
  await upload(server.current, `/storages/${storageId}/upload?dir=/`, { token, file: content });
  const admin = { token: assets.token };
  const made = await server.current.call<{ id: string }>('POST', '/strategies', {
    ...admin,
    body: { name: `upload ${newId()}`, upload: true, createDir: true },
  });
  await hosts.open(HOSTS, addressOf);
  for (let host = 1; host <= HOSTS; host++) {
    const asset = await assets.created({ ...SSHD, ip: addressOf(host), port: hosts.port });
    await server.current.call('POST', `/assets/${asset.id}/tcping`, admin);
    const body = { userIds: [person.id], assetId: asset.id, strategyId: made.data.id };
    await server.current.call('POST', '/authorised/users', { ...admin, body });
    assetIds.push(asset.id);
  }
}, LONG_MS);

afterAll(async () => {
  hosts.close();
  await rm(root, { recursive: true, force: true });
});

it(
  'goes to all of them, whole, each with its line in the log',
  async () => {
    const { done } = await start({ ifExists: 'overwrite' });
    const { hosts: results } = await done;
    expect(results.map(({ state, message }) => message || state)).toEqual(Array(HOSTS).fill('succeeded'));
    expect(
      createHash('sha256')
        .update(await readFile(join(root, 'sent')))
        .digest('hex'),
    ).toBe(sum);
    expect(await readdir(root)).toEqual(['sent']);
    const logged = await server.current.db
      .selectFrom('storage_log')
      .select(['bytes', 'checksum'])
      .where('action', '=', 'upload')
      .where('user_id', '=', actor.userId)
      .where('session_id', '!=', '')
      .execute();
    expect(logged).toEqual(Array.from({ length: HOSTS }, () => ({ bytes: BYTES, checksum: sum })));
  },
  LONG_MS,
);

it('says that a disk is full, and leaves nothing on it', async () => {
  const small = join(root, 'small');
  await mkdir(small);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=777', 'tmpfs', small]);
  try {
    const { done } = await start({ assetIds: assetIds.slice(0, 1), folder: small });
    expect((await done).hosts[0]).toMatchObject({ state: 'failed', message: '遠端磁碟空間不足' });
    expect(await readdir(small)).toEqual([]);
  } finally {
    await run('umount', [small]);
  }
});

it(
  'is stopped on all of them within two seconds, and nothing half of it stays',
  async () => {
    const folder = join(root, 'stopped');
    await mkdir(folder);
    await chmod(folder, 0o777);
    const { id, done } = await start({ folder, parallelism: HOSTS });
    const partial = async () => (await readdir(folder)).filter((name) => name.endsWith('.part')).length;
    await expect.poll(partial, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    const before = performance.now();
    await server.current.services.commandRuns.stop(id);
    const tookMs = performance.now() - before;
    expect(tookMs).toBeLessThan(clockLimit(2000));
    expect((await done).hosts.map(({ state }) => state)).toContain('stopped');
    expect(await partial()).toBe(0);
  },
  LONG_MS,
);
