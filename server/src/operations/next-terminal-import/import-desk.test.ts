// The way of the console: where, key, what will happen, done. Each step is refused to who may not, and none is lost.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { StorageRow } from '@jadegate/contract/files/storage';
import type {
  NextTerminalFolder,
  NextTerminalImport,
} from '@jadegate/contract/operations/next-terminal-import';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { SessionSearchPage } from '@jadegate/contract/session/session-search';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { registerOwnPart } from '../../kernel/own-parts.ts';
import { writeOldSqlite } from '../../testing/next-terminal-database.ts';
import { OLD, oldContent } from '../../testing/next-terminal-fixture.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';

const KEY = 'a key of old';
/** One that the rule of the fixture rejects. */
const ADDRESS = '192.0.2.7';
const server = useTestServer();
let folder = '';
let file = '';
let token = '';

interface Answer {
  folder: NextTerminalFolder;
  current: NextTerminalImport | null;
}

const call = <Data>(method: 'GET' | 'POST' | 'DELETE', path = '', body?: object, as = token) =>
  server.current.call<Data>(method, `/next-terminal-import${path}`, {
    token: as,
    address: ADDRESS,
    ...(body && { body }),
  });
const look = async () => (await call<Answer>('GET')).data;
const send = (payload: Buffer) =>
  server.current.app.inject({
    method: 'POST',
    url: '/next-terminal-import/file',
    payload,
    remoteAddress: ADDRESS,
    headers: { 'x-auth-token': token, 'content-type': 'application/octet-stream' },
  });
const order = (place: object, more: object = {}) => ({
  place,
  encryptionKey: KEY,
  administrators: false,
  recordings: true,
  files: true,
  ...more,
});
const settled = (state: NextTerminalImport['state']) =>
  vi.waitFor(
    async () => {
      const { current } = await look();
      expect(current?.state).toBe(state);
      return current;
    },
    { timeout: 20_000, interval: 50 },
  );
const part = (current: NextTerminalImport | null | undefined, name: string) =>
  current?.report?.sections.find(({ section }) => section === name);

beforeAll(async () => {
  token = await server.current.login();
  server.current.services.searchIndexer.start();
  folder = await mkdtemp(join(tmpdir(), 'jadegate-desk-'));
  file = join(folder, 'nt.db');
  writeOldSqlite(file, oldContent(KEY));
});
afterAll(() => rm(folder, { recursive: true }));

it('is for those alone who hold every right, and says a path to nobody', async () => {
  const some = await server.current.loginAs({ type: 'admin', menus: ['setting', 'user', 'asset'] });
  const place = { kind: 'folder', file: 'nt.db' };
  for (const [method, path, body] of [
    ['GET', ''],
    ['POST', '', order(place)],
    ['POST', '/look', order(place)],
    ['POST', '/bring', { password: 'x' }],
    ['POST', '/stop'],
    ['DELETE', ''],
  ] as const) {
    const sent =
      path === '/look' ? { encryptionKey: null, administrators: true, recordings: true, files: true } : body;
    expect((await call(method, path, sent, some.token)).error).toBe('next_terminal.needs_every_right');
  }
  for (const name of ['../jadegate.db', '/etc/passwd', '..', '']) {
    expect((await call('POST', '', order({ kind: 'folder', file: name }))).error).toBe('validation');
  }
  expect(await look()).toMatchObject({ current: null, folder: { files: [], hasRecordings: false } });
});

it('does not lead to a part of the product, nor through a link', async () => {
  const own = registerOwnPart(() => [{ host: '127.0.0.1', port: 4433 }]);
  const mysql = {
    kind: 'mysql',
    host: '127.0.0.1',
    port: 4433,
    database: 'x',
    username: 'y',
    password: 'a secret',
  };
  expect((await call('POST', '', order(mysql))).code).toBe(1);
  expect((await settled('failed'))?.failure).toContain('own_part');
  own();
  expect(JSON.stringify(await look())).not.toContain('a secret');
  await call('DELETE');
  const ours = join(server.current.dataDir, 'next-terminal');
  mkdirSync(ours);
  symlinkSync(join(server.current.dataDir, 'jadegate.db'), join(ours, 'linked.db'));
  expect((await look()).folder.files).toEqual([]);
  expect((await call('POST', '', order({ kind: 'folder', file: 'linked.db' }))).code).toBe(1);
  expect((await settled('failed'))?.failure).toContain('no file');
  await call('DELETE');
});

it('a file is sent, looked at with the right key, and brought with a fresh proof', async () => {
  expect((await call('POST', '', order({ kind: 'upload' }, { encryptionKey: 'wrong' }))).code).toBe(1);
  expect((await call('POST', '', order({ kind: 'upload' }))).error).toBe('next_terminal.open_already');
  expect((await look()).current?.state).toBe('file');
  expect((await send(Buffer.alloc(0))).json()).toMatchObject({ error: 'next_terminal.file_broken' });
  expect((await send(readFileSync(file))).json()).toMatchObject({ code: 1 });
  expect((await send(readFileSync(file))).json()).toMatchObject({ error: 'next_terminal.not_now' });
  expect((await settled('failed'))?.failure).toContain('加密金鑰不正確');

  // The recordings and files of the old installation lie in the folder.
  const ours = join(server.current.dataDir, 'next-terminal');
  mkdirSync(join(ours, 'recording', OLD.terminal), { recursive: true });
  const lines = [
    { version: 2, width: 80, height: 24, timestamp: 1_683_328_089 },
    [0.5, 'o', '磁碟空間不足\r\n'],
  ];
  writeFileSync(
    join(ours, 'recording', OLD.terminal, 'recording.cast'),
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  mkdirSync(join(ours, 'drive', OLD.storage, '報表'), { recursive: true });
  writeFileSync(join(ours, 'drive', OLD.storage, '報表', '五月.txt'), 'may');
  symlinkSync('/etc/passwd', join(ours, 'drive', OLD.storage, 'passwd'));
  symlinkSync('/etc', join(ours, 'drive', OLD.wang));

  const again = { encryptionKey: KEY, administrators: false, recordings: true, files: true };
  expect((await call('POST', '/look', again)).code).toBe(1);
  const looked = await settled('looked');
  expect(part(looked, 'users')).toMatchObject({ found: 4, brought: 3 });
  expect(part(looked, 'space-files')).toMatchObject({ found: 2, brought: 1, left: 1 });
  expect(part(looked, 'recordings')).toMatchObject({ found: 2, brought: 1, left: 1 });
  const people = () => server.current.db.selectFrom('user').select('username').execute();
  expect(await people()).toHaveLength(2);

  expect((await call('POST', '/bring', { password: 'wrong' })).code).toBe(-1);
  expect((await look()).current?.state).toBe('looked');
  expect((await call('POST', '/bring', { password: ADMIN_PASSWORD })).code).toBe(1);
  const brought = await settled('brought');
  expect(await people()).toHaveLength(5);
  expect(part(brought, 'space-files')).toMatchObject({
    brought: 1,
    left: 1,
    leftOnes: [{ about: 'passwd' }],
  });
  // The address that asked for it could not come in any more with the rules of old.
  expect(part(brought, 'access-rules')).toMatchObject({ brought: 0, leftOnes: [{ reason: 'shuts_out' }] });
  expect(await server.current.services.vault.listByOwner('next-terminal-import:')).toEqual(new Map());
  expect(readdirSync(join(server.current.dataDir, 'imports'))).toEqual([]);
  const { data } = await server.current.call<{ items: { action: string }[] }>('GET', '/audit-logs/paging', {
    token,
    query: { pageIndex: '1', pageSize: '100' },
  });
  const acts = data.items.map(({ action }) => action);
  expect(acts).toEqual(
    expect.arrayContaining([
      'next-terminal.begun',
      'next-terminal.refused',
      'next-terminal.ordered',
      'next-terminal.imported',
    ]),
  );
  expect((await call('DELETE')).code).toBe(1);
  expect((await look()).current).toBeNull();
});

it('what was brought is there: a file in its space, a recording that is marked and found by its words', async () => {
  const { data: spaces } = await server.current.call<{ items: StorageRow[] }>('GET', '/storages/paging', {
    token,
    query: { pageIndex: '1', pageSize: '10' },
  });
  expect(spaces.items.find(({ id }) => id === OLD.storage)).toMatchObject({ name: '共用檔案' });
  const read = await server.current.inject('GET', `/storages/${OLD.storage}/download`, {
    token,
    query: { file: '/報表/五月.txt' },
  });
  expect(read.body).toBe('may');
  const { data: sessions } = await server.current.call<{ items: SessionRow[] }>('GET', '/sessions/paging', {
    token,
    query: { pageIndex: '1', pageSize: '10', status: 'disconnected' },
  });
  expect(sessions.items.map(({ isImported }) => isImported)).toEqual([true, true]);
  await vi.waitFor(
    async () => {
      const { data } = await server.current.call<SessionSearchPage>('GET', '/session-search/paging', {
        token,
        query: { text: '空間不足', kind: 'output' },
      });
      expect(data.items.map(({ sessionId }) => sessionId)).toEqual([OLD.terminal]);
    },
    { timeout: 10_000, interval: 100 },
  );
});

it('is stopped and gone on with; files that were deleted here stay so', async () => {
  const ours = join(server.current.dataDir, 'next-terminal');
  const more = oldContent(KEY);
  more.users.push({
    ...more.users[1],
    id: '18181818-1818-4818-8818-181818181818',
    username: '新人',
    nickname: '',
  } as never);
  writeOldSqlite(join(ours, 'later.db'), more);
  await server.current.call('POST', `/storages/${OLD.storage}/rm`, {
    token,
    body: { file: '/報表/五月.txt' },
  });
  expect((await call('POST', '', order({ kind: 'folder', file: 'later.db' }))).code).toBe(1);
  await settled('looked');
  expect((await call('POST', '/bring', { password: ADMIN_PASSWORD })).code).toBe(1);
  expect((await call('POST', '/stop')).code).toBe(1);
  await settled('stopped');
  expect((await call('POST', '/bring', { password: ADMIN_PASSWORD })).code).toBe(1);
  const brought = await settled('brought');
  expect(part(brought, 'users')).toMatchObject({ found: 5, brought: 1, known: 3, left: 1 });
  expect(part(brought, 'space-files')).toMatchObject({ brought: 0, known: 1 });
  expect(existsSync(join(server.current.dataDir, 'spaces', OLD.storage, '報表', '五月.txt'))).toBe(false);
  await call('DELETE');
});
