import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';

import type { SessionRow } from '@jadegate/contract/session/session';
import type { Seat } from '@jadegate/contract/session/session-share';
import { sshHandle } from '@jadegate/contract/session/ssh-user-name';
import type ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { aStrategy } from '../../testing/grant-rows.ts';
import {
  shellOn,
  execOn,
  NativeSshKit,
  ranOf,
  runForTest,
  ShellScreen,
} from '../../testing/native-ssh-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const server = useTestServer({ takesSsh: true });
const hosts = new SessionKit(server, { exec: runForTest });
const door = new NativeSshKit(server);
const ADMIN = { password: ADMIN_PASSWORD };

beforeAll(() => hosts.start());
afterEach(() => {
  door.leave();
  hosts.leave();
});
afterAll(() => hosts.stop());

async function newestSession() {
  const { db } = server.current;
  return db.selectFrom('session').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
}

async function commandsOf(id: string, count: number) {
  await server.current.services.liveSessions.find(id)?.ending;
  await until(async () => {
    const rows = await server.current.db
      .selectFrom('session_command')
      .selectAll()
      .where('session_id', '=', id)
      .execute();
    expect(rows).toHaveLength(count);
  });
  return server.current.db
    .selectFrom('session_command')
    .select(['command', 'action', 'sent', 'typed_by'])
    .where('session_id', '=', id)
    .orderBy('id')
    .execute();
}

it('opens a shell that is a session like any other, and ends with its client', async () => {
  await hosts.machine({ name: 'web1' });
  const client = await door.connect('admin@web1', ADMIN);
  const shell = await shellOn(client);
  await until(() => expect(shell.shown).toContain('$ '));
  shell.channel.write('echo hi');
  await until(() => expect(shell.shown).toContain('echo hi'));
  const row = await newestSession();
  expect(row).toMatchObject({
    asset_name: 'web1',
    door: 'ssh',
    mode: 'native',
    status: 'connected',
    width: 90,
  });
  const listed = (door: string) =>
    server.current.call<{ items: SessionRow[] }>('GET', '/sessions/paging', {
      token: hosts.token,
      query: { status: 'connected', door },
    });
  expect((await listed('ssh')).data.items).toMatchObject([
    { id: row.id, door: 'ssh', sshClient: expect.stringMatching(/^SSH-2\.0-ssh2js/) },
  ]);
  expect((await listed('web')).data.items).toEqual([]);
  shell.channel.setWindow(40, 100, 0, 0);
  await until(() => {
    const live = server.current.services.liveSessions.find(row.id);
    expect(live?.stream.size).toEqual({ width: 100, height: 40 });
  });
  client.end();
  await until(async () => expect((await newestSession()).status).toBe('disconnected'));
  expect(JSON.parse((await newestSession()).end_reason)).toEqual({ kind: 'left' });
});

it('lets an administrator take part, who types into the terminal of the client', async () => {
  await hosts.machine({ name: 'together' });
  const client = await door.connect('admin@together', ADMIN);
  const shell = await shellOn(client);
  await until(() => expect(shell.shown).toContain('$ '));
  const { id } = await newestSession();
  const helper = await server.current.loginAs({
    type: 'admin',
    menus: ['online-session', 'online-session-join'],
  });
  const { data } = await server.current.call<Seat>('POST', `/sessions/${id}/join`, { token: helper.token });
  const guest = hosts.connect(`/share-sessions/${data.id}/ssh`, helper.token);
  await until(() => expect(guest.shown).toContain('$ '));
  guest.type('echo helped');
  await until(() => expect(shell.shown).toContain('echo helped'));
  const { data: row } = await server.current.call<SessionRow>('GET', `/sessions/${id}`, {
    token: hosts.token,
  });
  expect(row.participants).toMatchObject([{ username: helper.username }]);
});

it('passes on the status of a shell, and calls that an exit', async () => {
  await hosts.machine({ name: 'web2' });
  const client = await door.connect('admin@web2', ADMIN);
  const shell = await shellOn(client);
  await until(() => expect(shell.shown).toContain('$ '));
  hosts.shells.at(-1)?.exit(7);
  hosts.shells.at(-1)?.end();
  expect(await shell.ended).toMatchObject({ code: 7 });
  client.end();
  await until(async () => expect((await newestSession()).status).toBe('disconnected'));
  expect(JSON.parse((await newestSession()).end_reason)).toEqual({ kind: 'exited' });
});

it('runs commands whose outputs, input and end pass unchanged, in one session', async () => {
  await hosts.machine({ name: 'web3' });
  const client = await door.connect('admin@web3', ADMIN);
  expect(await execOn(client, 'say hello')).toEqual({
    output: 'hello\n',
    errors: 'not hello\n',
    code: 3,
    signal: undefined,
  });
  expect(await execOn(client, 'count', Buffer.alloc(3_000_000, 1))).toMatchObject({
    output: '3000000',
    code: 0,
  });
  expect(await execOn(client, 'die')).toMatchObject({ code: null, signal: 'SIGKILL' });
  const { id } = await newestSession();
  client.end();
  expect(await commandsOf(id, 3)).toMatchObject([
    { command: 'say hello' },
    { command: 'count' },
    { command: 'die' },
  ]);
  await until(async () => expect((await newestSession()).status).toBe('disconnected'));
  expect((await newestSession()).id).toBe(id);
});

it('tells in one line why it refuses, with nothing on the output', async () => {
  await hosts.machine({ name: 'web4' });
  const { username } = await server.current.seedUser();
  const stranger = await door.connect(`${username}@web4`, { password: USER_PASSWORD });
  const ran = await execOn(stranger, 'say hello');
  expect(ran).toMatchObject({ output: '', code: 255 });
  expect(ran.errors).toMatch(/^jadegate: .*web4.*\n$/);
  const nowhere = await door.connect('admin', ADMIN);
  expect(await execOn(nowhere, 'say hello')).toMatchObject({ output: '', code: 255 });
});

it('ends what runs with the reason when its right is gone', async () => {
  await hosts.machine({ name: 'web5' });
  const client = await door.connect('admin@web5', ADMIN);
  const channel = await new Promise<ssh2.ClientChannel>((resolve, reject) =>
    client.exec('wait', (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const running = ranOf(channel);
  await once(channel, 'data');
  const { id } = await newestSession();
  await server.current.call('POST', `/sessions/${id}/disconnect`, { token: hosts.token });
  const ran = await running;
  expect(ran).toMatchObject({ output: 'waiting\n', code: 255 });
  expect(ran.errors).toMatch(/^jadegate: .+\n$/);
});

it('ends for idling when the strategy says, though not while a command runs', async () => {
  const assetId = await hosts.machine({ name: 'idle' });
  const person = await server.current.seedUser();
  const strategy = await aStrategy(server.current, { idle_minutes: 10 });
  await server.current.call('POST', '/authorised/users', {
    token: hosts.token,
    body: { userIds: [person.id], assetId, strategyId: strategy.id },
  });
  const how = { password: USER_PASSWORD };
  const shell = await shellOn(await door.connect(`${person.username}@idle`, how));
  await until(() => expect(shell.shown).toContain('$ '));
  const busy = await door.connect(`${person.username}@idle`, how);
  const running = await new Promise<ssh2.ClientChannel>((resolve, reject) =>
    busy.exec('wait', (error, channel) => (error ? reject(error) : resolve(channel))),
  );
  for (let times = 0; times < 3; times++) {
    await server.current.patrolled();
    server.current.passTime(4 * MINUTE_MS);
  }
  expect((await shell.ended).code).toBe(255);
  expect(shell.shown).toContain('閒置超過 10 分鐘，連線已中斷');
  await server.current.patrolled();
  expect(running.writable).toBe(true);
  await hosts.assets.login();
});

it('is a login that ends with the connection, and that others can end', async () => {
  await hosts.machine({ name: 'web6' });
  const client = await door.connect('admin@web6', ADMIN);
  const { db } = server.current;
  const own = () =>
    db
      .selectFrom('login')
      .selectAll()
      .where('user_agent', 'like', 'SSH-2.0-%')
      .orderBy('id', 'desc')
      .execute();
  const [login] = await own();
  expect(login?.user_agent).toMatch(/^SSH-2\.0-ssh2js/);
  const closed = new Promise((resolve) => client.on('close', () => resolve(undefined)));
  await server.current.services.database.transact((tx) =>
    server.current.services.logins.end(login?.id ?? '', tx),
  );
  await closed;
  const second = await door.connect('admin@web6', ADMIN);
  // Longer than a login that nobody uses lasts: a connection that is open is use of it.
  for (let hours = 0; hours < 3; hours++) {
    server.current.passTime(HOUR_MS);
    await server.current.patrolled();
  }
  expect(await execOn(second, 'say still')).toMatchObject({ output: 'still\n' });
  await hosts.assets.login();
  second.end();
  await until(async () => expect(await own()).toEqual([]));
});

it('shows a menu where no asset is named, and again after a shell', async () => {
  await hosts.machine({ name: '資料庫 一號' });
  await hosts.machine({ name: 'menu-two' });
  const client = await door.connect('admin', ADMIN);
  const screen = await shellOn(client);
  await until(() => expect(screen.shown).toContain('menu-two'));
  screen.channel.write('資料庫');
  await until(() => expect(screen.shown.split('\u001B[2J').at(-1)).not.toContain('menu-two'));
  screen.shown = '';
  screen.channel.write('\rfor the shell');
  await until(() => expect(screen.shown).toContain('$ for the shell'));
  expect(await newestSession()).toMatchObject({ asset_name: '資料庫 一號', status: 'connected' });
  screen.shown = '';
  hosts.shells.at(-1)?.exit(0);
  hosts.shells.at(-1)?.end();
  await until(() => expect(screen.shown).toContain('menu-two'));
  expect(JSON.parse((await newestSession()).end_reason)).toEqual({ kind: 'exited' });
  screen.channel.write('\u0003');
  expect(await screen.ended).toMatchObject({ code: 0 });
});

it('lists in the menu what was used last, then as people count, and what has a tag', async () => {
  for (const [name, tags] of [
    ['counted-10', 'tagged-b'],
    ['counted-9', 'tagged-a,tagged-b'],
    ['counted-11', ''],
  ] as const) {
    await hosts.machine({ name, tags });
  }
  const used = await door.connect('admin@counted-11', ADMIN);
  await execOn(used, 'say hello');
  used.end();
  const client = await door.connect('admin', ADMIN);
  const screen = await shellOn(client);
  const listed = () => (screen.shown.split('\u001B[2J').at(-1) ?? '').match(/counted-\d+/g);
  screen.channel.write('counted-');
  await until(() => expect(listed()).toEqual(['counted-11', 'counted-9', 'counted-10']));
  const filter = async (text: string, names: readonly string[]) => {
    screen.channel.write(`\u0015${text}`);
    await until(() => expect(listed()).toEqual(names));
  };
  await filter('#TAGGED-', ['counted-9']);
  await filter('#tagged-b', ['counted-9', 'counted-10']);
  expect(screen.shown).toContain('#tagged-a #tagged-b');
  screen.channel.write('\u0003');
  await screen.ended;
});

it('shows the menu also to clients that wrap the shell in a command, and runs that on what is chosen', async () => {
  await hosts.machine({ name: 'wrapped' });
  const client = await door.connect('admin', ADMIN);
  const screen = await new Promise<ShellScreen>((resolve, reject) =>
    client.exec('say hello', { pty: { rows: 25, cols: 90 } }, (error, channel) =>
      error ? reject(error) : resolve(new ShellScreen(channel)),
    ),
  );
  await until(() => expect(screen.shown).toContain('選擇資產'));
  // All at once, as a paste comes: it is not what stood there before that is opened.
  screen.channel.write('wrapped\r');
  await until(() => expect(screen.shown).toContain('hello'));
  const row = await newestSession();
  expect(row).toMatchObject({ asset_name: 'wrapped' });
  expect(await commandsOf(row.id, 1)).toMatchObject([{ command: 'say hello' }]);
  await until(() => expect(screen.shown.split('hello').at(-1)).toContain('選擇資產'));
  screen.channel.write('\u0003');
  expect(await screen.ended).toMatchObject({ code: 0 });
});

it('leads on to ports of the asset where that is allowed, and writes it down', async () => {
  const echo = net.createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as net.AddressInfo;
  const id = await hosts.machine({ name: 'web7' });
  const lead = (client: ssh2.Client, host = '127.0.0.1', to = port) =>
    new Promise<ssh2.ClientChannel>((resolve, reject) =>
      client.forwardOut('127.0.0.1', 1, host, to, (error, channel) =>
        error ? reject(error) : resolve(channel),
      ),
    );
  const client = await door.connect('admin@web7', ADMIN);
  const channel = await lead(client);
  channel.end('over there and back');
  expect(await text(channel)).toBe('over there and back');
  await until(async () => {
    const entry = await server.current.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'session.forwarded')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.detail)).toEqual({
      way: 'local',
      to: `127.0.0.1:${port}`,
      sent: 19,
      received: 19,
    });
  });
  // The host is this machine: what it would dial are our own parts, by whatever name.
  for (const own of ['127.0.0.1', 'localhost', '::1']) {
    await expect(lead(client, own, hosts.productPort)).rejects.toThrow('Jadegate');
    await expect(lead(client, own, door.port)).rejects.toThrow('Jadegate');
  }
  const person = await server.current.seedUser();
  await server.current.call('POST', '/authorised/users', {
    token: hosts.token,
    body: { userIds: [person.id], assetId: id },
  });
  const other = await door.connect(`${person.username}@web7`, { password: USER_PASSWORD });
  await expect(lead(other)).rejects.toThrow('-L');
  expect(await execOn(other, 'say still')).toMatchObject({ output: 'still\n' });
  echo.close();
});

it('leads to the asset of a handle, also through a jump, whatever somebody has called another', async () => {
  const id = await hosts.machine({ name: 'meant' });
  const other = await hosts.machine({ name: sshHandle(id) });
  const direct = await door.connect(`admin@${sshHandle(id)}`, ADMIN);
  await execOn(direct, 'say direct');
  expect(await newestSession()).toMatchObject({ asset_id: id });
  const outer = await door.connect('admin', ADMIN);
  const sock = await new Promise<ssh2.ClientChannel>((resolve, reject) =>
    outer.forwardOut('127.0.0.1', 1, 'meant', 22, (error, channel) =>
      error ? reject(error) : resolve(channel),
    ),
  );
  await execOn(await door.connect('root', { sock, authHandler: ['none'] }), 'say inside');
  expect(await newestSession()).toMatchObject({ asset_id: id });
  // It has a handle of its own.
  const named = await door.connect(`admin@${sshHandle(other)}`, ADMIN);
  await execOn(named, 'say other');
  expect(await newestSession()).toMatchObject({ asset_id: other });
});

it('ends SSH that is led through it, and treats it as if it had come directly', async () => {
  const id = await hosts.machine({ name: 'web8' });
  const outer = await door.connect('admin', ADMIN);
  const lead = (host: string) =>
    new Promise<ssh2.ClientChannel>((resolve, reject) =>
      outer.forwardOut('127.0.0.1', 1, host, 22, (error, channel) =>
        error ? reject(error) : resolve(channel),
      ),
    );
  const sock = await lead('web8');
  const inner = await door.connect('root', { sock, authHandler: ['none'] });
  expect(await execOn(inner, 'say inside')).toMatchObject({ output: 'inside\n', code: 3 });
  const row = await newestSession();
  expect(row).toMatchObject({ asset_id: id, door: 'ssh', status: 'connected' });
  expect(await commandsOf(row.id, 1)).toMatchObject([{ command: 'say inside' }]);
  await expect(door.connect('mallory', { sock: await lead('web8'), authHandler: ['none'] })).rejects.toThrow(
    'methods failed',
  );
  await expect(lead('elsewhere.example')).rejects.toThrow('elsewhere.example');
  outer.end();
  await until(async () => expect((await newestSession()).status).toBe('disconnected'));
});
