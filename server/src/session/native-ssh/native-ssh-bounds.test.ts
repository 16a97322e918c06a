// What strangers and people may have of this door at most.
import { once } from 'node:events';

import { LIMITS } from '@jadegate/contract/limits';
import type ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { HostileSshClient, MESSAGE } from '../../testing/hostile-ssh.ts';
import { execOn, NativeSshKit, runForTest, shellOn } from '../../testing/native-ssh-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const server = useTestServer({ takesSsh: true });
const hosts = new SessionKit(server, { exec: runForTest });
const door = new NativeSshKit(server);

beforeAll(async () => {
  await hosts.start();
  await hosts.machine({ name: 'web' });
  await hosts.machine({ name: 'zebra' });
});
afterEach(() => {
  door.leave();
  vi.restoreAllMocks();
});
afterAll(() => hosts.stop());

const somebody = () => server.current.loginAs({ type: 'admin', menus: ['asset-access'] });

/** Tries passwords until it is turned away, and answers how many. */
async function guess(username: string): Promise<number> {
  const client = await HostileSshClient.connect(door.port).catch(() => undefined);
  for (let tried = 0; ; tried++) {
    if (!client || client.isGone) {
      return tried;
    }
    client.tryPassword(username, `guess ${tried}`);
    const { authFailure, disconnect } = MESSAGE;
    const said = await client.hear(({ 0: type }) => type === authFailure || type === disconnect);
    if (said?.[0] !== authFailure) {
      client.destroy();
      return tried + 1;
    }
  }
}

it('counts guesses as the login page does, also when they come at once', async () => {
  const mei = await somebody();
  const clients = await Promise.all(Array.from({ length: 8 }, () => HostileSshClient.connect(door.port)));
  const tries = clients.map(async (client, at) => {
    client.tryPassword(`${mei.username}@web`, `guess ${at}`);
    await client.hear(MESSAGE.authFailure);
    client.destroy();
  });
  await Promise.all(tries);
  const { db } = server.current;
  const judged = await db
    .selectFrom('login_log')
    .select('reason')
    .where('username', '=', mei.username)
    .where('reason', '=', 'login.failed')
    .execute();
  expect(judged.length).toBeLessThanOrEqual(5);
  // At the other door, too.
  const { error } = await server.current.call('POST', '/login', {
    body: { username: mei.username, password: USER_PASSWORD },
    address: '127.4.4.4',
  });
  expect(error).toBe('login.locked');
  server.current.passTime(60 * MINUTE_MS);
});

it('writes down so many refusals of an address in a minute, and hears nothing from there after that', async () => {
  const { db } = server.current;
  const count = async () => {
    const { rows } = await db
      .selectFrom('login_log')
      .select(({ fn }) => fn.countAll().as('rows'))
      .where('state', '=', '0')
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const before = await count();
  const mei = await somebody();
  let tried = 0;
  for (let round = 0; round < 16; round++) {
    tried += await guess(`nobody${round}@web`);
  }
  expect(tried).toBeLessThan(90);
  expect((await count()) - before).toBeLessThanOrEqual(70);
  await expect(door.connect(`${mei.username}@web`, { password: USER_PASSWORD })).rejects.toThrow('lost');
  server.current.passTime(60 * MINUTE_MS);
  await door.connect(`${mei.username}@web`, { password: USER_PASSWORD });
});

it('judges no name that would move the cursor of whoever reads a log', async () => {
  const { db } = server.current;
  await guess('mei\u001B]0;title\u0007\nadmin@web');
  await guess('mei\0@web');
  const names = await db.selectFrom('login_log').select('username').execute();
  expect(names.filter(({ username }) => /\p{Cc}/u.test(username))).toEqual([]);
  expect(server.current.logLines.filter((line) => line.includes('could not be judged'))).toEqual([]);
});

it('says the same to a name that is not there as to one that is', async () => {
  const mei = await somebody();
  const ask = async (username: string) => {
    const client = await HostileSshClient.connect(door.port);
    const said: string[] = [];
    for (const [method, ...fields] of [
      ['none'],
      ['publickey', false, 'ssh-ed25519', Buffer.alloc(51)],
      ['password', false, 'wrong'],
      ['keyboard-interactive', '', ''],
    ] as const) {
      client.send(MESSAGE.authRequest, username, 'ssh-connection', method, ...fields);
      const answer = await client.hear(() => true);
      said.push(answer?.toString('latin1') ?? 'closed');
    }
    client.destroy();
    return said;
  };
  expect(await ask(`${mei.username}@web`)).toEqual(await ask('nobody-at-all@web'));
});

it('bounds the connections of a person, and the channels of all of them together', async () => {
  const mei = await somebody();
  const as = { password: USER_PASSWORD };
  vi.spyOn(LIMITS, 'openPerPerson', 'get').mockReturnValue({
    ...LIMITS.openPerPerson,
    sshConnections: 2 as 250,
    sshChannels: 3 as 400,
  });
  const [one, two] = [
    await door.connect(`${mei.username}@web`, as),
    await door.connect(`${mei.username}@web`, as),
  ];
  const third = await door.connect(`${mei.username}@web`, as);
  await once(third, 'close');
  const open = (client: ssh2.Client) =>
    new Promise<string>((resolve) => client.exec('wait', (error) => resolve(error ? error.message : 'open')));
  expect(await Promise.all([open(one), open(one), open(two)])).toEqual(['open', 'open', 'open']);
  expect(await open(two)).toContain('no more channels');
  one.end();
  await until(async () => expect(await execOn(two, 'say on')).toMatchObject({ output: 'on\n' }));
  // Of another person there is room.
  await door.connect(`${(await somebody()).username}@web`, as);
});

it('shows the menu as often as it is read, whatever is typed into it, and opens what was typed last', async () => {
  const mei = await somebody();
  const client = await door.connect(mei.username, { password: USER_PASSWORD });
  const screen = await shellOn(client);
  await until(() => expect(screen.shown).toContain('zebra'));
  screen.channel.write('a\u007F'.repeat(20_000));
  screen.channel.write('zebra\r');
  await until(() => expect(screen.shown).toContain('$ '));
  expect(screen.shown.length).toBeLessThan(100_000);
  const row = await server.current.db
    .selectFrom('session')
    .select('asset_name')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ asset_name: 'zebra' });
});

it('decides about few wishes of a client at a time, however many it has', async () => {
  const mei = await somebody();
  const client = await HostileSshClient.connect(door.port);
  await client.logIn(`${mei.username}@web`, USER_PASSWORD);
  const { access } = server.current.services;
  const decide = access.decide.bind(access);
  const now = { count: 0, most: 0 };
  vi.spyOn(access, 'decide').mockImplementation(async (...about) => {
    now.count += 1;
    now.most = Math.max(now.most, now.count);
    try {
      return await decide(...about);
    } finally {
      now.count -= 1;
    }
  });
  for (let count = 0; count < 200; count++) {
    client.send(MESSAGE.globalRequest, 'tcpip-forward', true, '0.0.0.0', 10_000 + count);
    client.wish('direct-tcpip', { fields: ['10.9.9.9', 22, '127.0.0.1', 1] });
    const session = client.wish('session');
    client.request(session, 'exec', 'say hello');
    client.send(MESSAGE.close, session);
  }
  client.send(MESSAGE.globalRequest, 'the last one', true);
  const { requestSuccess, requestFailure } = MESSAGE;
  for (let answered = 0; answered <= 200; answered++) {
    await client.hear(({ 0: type }) => type === requestSuccess || type === requestFailure);
  }
  client.destroy();
  expect(now.most).toBeLessThan(60);
});
