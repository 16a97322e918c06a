import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Strategy } from '@jadegate/contract/access/strategy';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { CommandRun } from '@jadegate/contract/operations/command-run';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { newId } from '../../kernel/id.ts';
import { sessionBytes } from '../../testing/metrics-text.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { clockLimit } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';

const NOBODY = 65_534;
const CONTENT = 'the content of the file\n';
const SUM = createHash('sha256').update(CONTENT).digest('hex');

const server = useTestServer();
const files = { uid: NOBODY, gid: NOBODY, home: '' };
const kit = new RunKit(server, { files });
let person: Awaited<ReturnType<typeof aPerson>>;
/** On the host. */
let folder = '';

beforeAll(async () => {
  files.home = await mkdtemp(join(tmpdir(), 'jadegate-file-run-'));
  await chmod(files.home, 0o777);
  await kit.start();
});
beforeEach(async () => {
  person = await aPerson();
  folder = await mkdtemp(join(files.home, 'case-'));
  await chmod(folder, 0o777);
});
afterAll(async () => {
  await kit.stop();
  await rm(files.home, { recursive: true, force: true });
});

const strategy = async (flags: object) => {
  const body = { name: `strategy ${newId()}`, ...flags };
  return (await server.current.call<Strategy>('POST', '/strategies', { token: kit.token, body })).data.id;
};

/** Somebody with a file in their own space. */
async function aPerson() {
  const one = await server.current.loginAs({ type: 'user' });
  const as = <Data>(method: 'GET' | 'POST', url: string, body?: object) =>
    server.current.call<Data>(method, url, { token: one.token, ...(body && { body }) });
  const space = (await as<{ id: string }>('GET', '/account/storage')).data.id;
  await upload(server.current, `/storages/${space}/upload?dir=/`, { token: one.token, file: CONTENT });
  const machine = async (flags: object = { upload: true }) => {
    const id = await kit.machine();
    await kit.grant(one.id, id, { strategyId: await strategy(flags) });
    return id;
  };
  const over = async (id: string) => {
    const read = async () => (await as<CommandRun>('GET', `/command-runs/${id}`)).data;
    await expect.poll(async () => (await read()).state, { timeout: 15_000 }).toBe('over');
    return read();
  };
  const start = (assetIds: readonly string[], change: object = {}) =>
    as<{ id: string }>('POST', '/command-runs/files', {
      assetIds,
      storageId: space,
      file: '/file',
      folder,
      name: 'sent.txt',
      ...change,
    });
  const send = async (assetIds: readonly string[], change: object = {}) => {
    const { data, message } = await start(assetIds, change);
    expect(message).toBe('success');
    return over(data.id);
  };
  return { ...one, space, as, machine, send, start, over };
}

const logsOf = async (sessionId: string) =>
  (
    await server.current.call<Page<StorageLogRow>>('GET', '/storage-logs/paging', {
      token: kit.token,
      query: { sessionId },
    })
  ).data.items;

it('a file goes to the hosts of a person, each a session with a line in the file log, whole or not at all', async () => {
  const first = await person.machine();
  const second = await person.machine();
  const before = await sessionBytes(server.current, 'ssh');
  const run = await person.send([first, second], { ifExists: 'overwrite', isReadBack: true });
  expect(run).toMatchObject({
    kind: 'file',
    script: join(folder, 'sent.txt'),
    file: { file: '/file', folder, name: 'sent.txt', bytes: CONTENT.length, checksum: SUM },
  });
  expect(run.hosts.map(({ state, sentBytes }) => [state, sentBytes])).toEqual([
    ['succeeded', CONTENT.length],
    ['succeeded', CONTENT.length],
  ]);
  expect(await readFile(join(folder, 'sent.txt'), 'utf8')).toBe(CONTENT);
  const after = await sessionBytes(server.current, 'ssh');
  expect(after.input - before.input).toBe(2 * CONTENT.length);
  // It was read back, and the recording has lines of its own.
  expect(after.output - before.output).toBeGreaterThan(2 * CONTENT.length);
  expect(await readdir(folder)).toEqual(['sent.txt']);
  for (const { sessionId } of run.hosts) {
    expect(await kit.row(sessionId)).toMatchObject({ isUnattended: true, status: 'disconnected' });
    expect(await logsOf(sessionId)).toMatchObject([
      { action: 'upload', fileName: join(folder, 'sent.txt'), bytes: CONTENT.length, checksum: SUM },
    ]);
  }
  const entry = await server.current.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'command-run.started')
    .where('object_id', '=', run.id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(entry.detail)).toMatchObject({ kind: 'file', file: '/file', checksum: SUM });
});

it('what may not be is said before anything is sent, and again in the run', async () => {
  const allowed = await person.machine();
  const without = await person.machine({ download: true });
  const listed = await person.machine({
    upload: true,
    commandsOnly: true,
    allowedCommands: [{ name: 'up', content: 'uptime' }],
  });
  const foreign = await kit.machine();
  const assetIds = [allowed, without, listed, foreign];
  const refused = [
    '授權政策不允許上傳檔案到這個資產',
    '授權政策只允許執行列出的指令，不能傳送檔案',
    '沒有使用這個資產的權限，或資產已不存在',
  ];
  const plan = (await person.as<RunPlan>('POST', '/command-runs/files/plan', { assetIds })).data;
  expect(plan.hosts.map(({ verdict, message }) => message || verdict)).toEqual(['run', ...refused]);
  expect(await readdir(folder)).toEqual([]);
  const { hosts } = await person.send(assetIds);
  expect(hosts.map(({ state, message }) => [state, message])).toEqual([
    ['succeeded', ''],
    ...refused.map((message) => ['refused', message]),
  ]);
});

describe('a file of that name', () => {
  const other = 'what was there';
  const sent = async (ifExists: string) => {
    await writeFile(join(folder, 'sent.txt'), other, { mode: 0o666 });
    await chmod(join(folder, 'sent.txt'), 0o666);
    const { hosts } = await person.send([await person.machine()], { ifExists });
    expect(await readdir(folder)).toEqual(['sent.txt']);
    return { ...hosts[0], content: await readFile(join(folder, 'sent.txt'), 'utf8') };
  };

  it('is replaced', async () => {
    expect(await sent('overwrite')).toMatchObject({ state: 'succeeded', content: CONTENT });
  });

  it('stays, which is no upload', async () => {
    const { sessionId = '', ...host } = await sent('skip');
    expect(host).toMatchObject({ state: 'skipped', message: '已有同名檔案，依設定略過', content: other });
    expect(await logsOf(sessionId)).toEqual([]);
  });

  it('stays, and is told as a failure', async () => {
    const host = await sent('fail');
    expect(host).toMatchObject({ state: 'failed', message: '同名的檔案或資料夾已經存在', content: other });
  });
});

describe('it fails, with the reason, where', () => {
  it('the folder is missing, unless it may be made', async () => {
    const change = { folder: join(folder, 'new', 'er') };
    const [plain, mayMake] = [
      await person.machine(),
      await person.machine({ upload: true, createDir: true }),
    ];
    expect((await person.send([plain, mayMake], change)).hosts.map(({ message }) => message)).toEqual([
      `目標資料夾 ${change.folder} 不存在`,
      `目標資料夾 ${change.folder} 不存在`,
    ]);
    const made = await person.send([plain], { ...change, makeFolders: true });
    expect(made.hosts[0]).toMatchObject({ state: 'failed' });
    await person.send([mayMake], { ...change, makeFolders: true });
    expect(await readdir(change.folder)).toEqual(['sent.txt']);
  });

  it('the account may not write', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o755 });
    const { hosts } = await person.send([await person.machine()], { folder: closed });
    expect(hosts[0]).toMatchObject({ state: 'failed', message: '遠端帳號沒有權限', sentBytes: 0 });
    expect(await logsOf(hosts[0]?.sessionId ?? '')).toMatchObject([{ action: 'upload', result: 'failure' }]);
  });

  it('the host does not answer', async () => {
    const asset = await kit.assets.created({ ip: '127.0.0.1', port: 1 });
    await kit.grant(person.id, asset.id, { strategyId: await strategy({ upload: true }) });
    const { hosts } = await person.send([asset.id]);
    expect(hosts[0]).toMatchObject({ state: 'failed', message: '127.0.0.1 的連接埠 1 拒絕連線' });
  });

  it('a folder has that name', async () => {
    await mkdir(join(folder, 'sent.txt'));
    const { hosts } = await person.send([await person.machine()], { ifExists: 'overwrite' });
    expect(hosts[0]).toMatchObject({ state: 'failed', message: '這是資料夾，不是檔案' });
  });
});

it('the folder in which the login begins is `~`', async () => {
  const name = `${newId()}.txt`;
  expect((await person.send([await person.machine()], { folder: '~', name })).hosts[0]?.state).toBe(
    'succeeded',
  );
  expect(await readFile(join(files.home, name), 'utf8')).toBe(CONTENT);
});

describe('a large file', () => {
  const large = randomBytes(1024 * 1024);
  const LARGE = 64;
  beforeEach(async () => {
    const whole = Buffer.concat(Array.from({ length: LARGE }, () => large));
    const url = `/storages/${person.space}/upload?dir=/large`;
    await upload(server.current, url, { token: person.token, file: whole });
  });

  it('is stopped on its way, and what had arrived is removed', async () => {
    const assetIds = [await person.machine(), await person.machine()];
    const { data } = await person.start(assetIds, { file: '/large/file', parallelism: 1 });
    const read = async () => (await person.as<CommandRun>('GET', `/command-runs/${data.id}`)).data.hosts;
    const sent = async () => (await read())[0]?.sentBytes;
    await expect.poll(sent, { interval: 5, timeout: 15_000 }).toBeGreaterThan(0);
    const before = performance.now();
    await person.as('POST', `/command-runs/${data.id}/stop`);
    expect(performance.now() - before).toBeLessThan(clockLimit(2000));
    const { hosts } = await person.over(data.id);
    expect(hosts.map(({ state, message }) => [state, message])).toEqual([
      ['stopped', '執行已由使用者停止'],
      ['stopped', '尚未開始就已停止'],
    ]);
    expect(hosts[0]?.sentBytes).toBeLessThan(LARGE * large.length);
    expect(await readdir(folder)).toEqual([]);
    expect(await logsOf(hosts[0]?.sessionId ?? '')).toMatchObject([{ action: 'upload', result: 'failure' }]);
  });
});

it('what is no longer the file that was chosen is not sent', async () => {
  const { storageTransfers } = server.current.services;
  const actor = { ...kitActor(), userId: person.id };
  const chosen = await storageTransfers.forward(actor, person.space, '/file');
  expect(chosen).toMatchObject({ bytes: CONTENT.length, checksum: SUM });
  (await chosen.open()).destroy();
  await person.as('POST', `/storages/${person.space}/edit`, { file: '/file', fileContent: 'another one' });
  await expect(chosen.open()).rejects.toMatchObject({ code: 'file.source_changed' });
});

it('a space of somebody else is not there', async () => {
  const stranger = await aPerson();
  const answer = await person.start([await person.machine()], { storageId: stranger.space });
  expect(answer).toMatchObject({ code: 404, error: 'storage.not_found' });
  const missing = await person.start([await person.machine()], { file: '/nothing' });
  expect(missing).toMatchObject({ code: 404, error: 'file.not_found' });
});

it.each([
  ['a folder with ..', { folder: '/tmp/../etc' }, '請輸入以 / 或 ~ 開頭的資料夾路徑，不能含有 ..'],
  ['a folder that starts nowhere', { folder: 'tmp' }, '請輸入以 / 或 ~ 開頭的資料夾路徑，不能含有 ..'],
  ['a name with /', { name: 'a/b' }, '請輸入檔名，不能含有 /'],
])('%s is refused', async (_what, change, message) => {
  expect(await person.start(['x'], change)).toMatchObject({ code: 400, fields: [{ message }] });
});

function kitActor() {
  return { ...SYSTEM_CALLER, username: '', loginId: undefined };
}
