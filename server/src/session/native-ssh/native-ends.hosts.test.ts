// Two servers on one PostgreSQL: what is done at the one ends what either of them holds, soon and with the reason at the client.
import { once } from 'node:events';
import net from 'node:net';

import { SESSION_END_WORDS } from '@jadegate/contract/words/session-ends';
import type ssh2 from 'ssh2';
import type { ClientChannel } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { aStrategy } from '../../testing/grant-rows.ts';
import { NativeSshKit, runForTest, shellOn } from '../../testing/native-ssh-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { useTestServer, USER_PASSWORD, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const acting = useTestServer({ takesSsh: true, patrol: 'as the product' });
const hosts = new SessionKit(acting, { exec: runForTest });
const other: { current: TestServer } = { current: undefined as never };
const DOORS = [new NativeSshKit(acting), new NativeSshKit(other)];
const echo = net.createServer((socket) => socket.pipe(socket));

beforeAll(async () => {
  await hosts.start();
  other.current = await acting.current.startApart({ takesSsh: true, patrol: 'as the product' });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
});
afterAll(async () => {
  DOORS.forEach((door) => door.leave());
  echo.close();
  await other.current.stop();
  await hosts.stop();
});

interface Connected {
  personId: string;
  username: string;
  assetId: string;
  strategyId: string;
  /** One of each server. */
  ends: Promise<Ended>[];
}

/** When everything is over: what the shell showed, and what the command said on its standard error. */
interface Ended {
  shown: string;
  errors: string;
  milliseconds: number;
}

const called = <Value>(call: (done: (error: Error | undefined, value: Value) => void) => void) =>
  new Promise<Value>((resolve, reject) => call((error, value) => (error ? reject(error) : resolve(value))));

const post = (url: string, body?: object) =>
  acting.current.call('POST', url, { token: hosts.token, ...(body && { body }) });

let count = 0;

/** Somebody with connections at both servers, on an asset of their own. */
async function connected(isAdministrator: boolean): Promise<Connected> {
  const number = ++count;
  const assetId = await hosts.machine({ name: `ends-${number}` });
  const person = await acting.current.seedUser(
    isAdministrator ? { type: 'admin', menus: ['asset-access'] } : {},
  );
  const all = '["shell","exec","localForward","remoteForward"]';
  const strategy = await aStrategy(acting.current, { channels: all });
  if (!isAdministrator) {
    await post('/authorised/users', { userIds: [person.id], assetId, strategyId: strategy.id });
  }
  const { username } = person;
  const ends = await Promise.all(
    DOORS.map(async (door, at) => {
      const client = await door.connect(`${username}@ends-${number}`, { password: USER_PASSWORD });
      return endOf(client, 41_000 + 100 * at + number);
    }),
  );
  return {
    personId: person.id,
    username,
    assetId,
    strategyId: strategy.id,
    ends: ends.map(({ end }) => end),
  };
}

/** Opens a shell, a command, and a forward in both directions. In an object, so that nobody waits for it here. */
async function endOf(client: ssh2.Client, listenAt: number): Promise<{ end: Promise<Ended> }> {
  const listener = `localhost:${listenAt}`;
  await called<number>((done) => client.forwardIn('localhost', listenAt, done));
  const shell = await shellOn(client);
  await until(() => expect(shell.shown).toContain('$ '));
  const running = await called<ClientChannel>((done) => client.exec('wait', done));
  let errors = '';
  running.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  await once(running.resume(), 'data').catch(() => undefined);
  const { port } = echo.address() as net.AddressInfo;
  const forwarded = await called<ClientChannel>((done) =>
    client.forwardOut('127.0.0.1', 1, '127.0.0.1', port, done),
  );
  expect(hosts.host.listening.has(listener)).toBe(true);
  const ended = Promise.all([
    shell.ended,
    once(running, 'close'),
    once(forwarded.resume(), 'close'),
    until(() => expect(hosts.host.listening.has(listener)).toBe(false)),
  ]);
  return { end: ended.then(() => ({ shown: shell.shown, errors, milliseconds: performance.now() })) };
}

type Act = (connection: Connected) => Promise<unknown>;

interface Loss {
  act: Act;
  reason: keyof typeof SESSION_END_WORDS;
  /** Where that is another. */
  ofCommand?: keyof typeof SESSION_END_WORDS;
  isAdministrator?: true;
}

const ACTS: Record<string, Loss> = {
  'the grant is taken back': {
    act: async ({ personId }) => {
      const { id } = await acting.current.db
        .selectFrom('authorised')
        .select('id')
        .where('user_id', '=', personId)
        .executeTakeFirstOrThrow();
      return acting.current.call('DELETE', `/authorised/${id}`, { token: hosts.token });
    },
    reason: 'access_lost',
  },
  'the person is disabled': {
    act: ({ personId }) =>
      acting.current.call('PATCH', `/users/${personId}/status?status=disabled`, { token: hosts.token }),
    reason: 'login_ended',
  },
  'the role loses its right': {
    act: ({ personId }) =>
      acting.current.call('PUT', `/roles/${personId}`, {
        token: hosts.token,
        body: { name: personId, menus: [{ menuId: 'asset', checked: true }] },
      }),
    reason: 'access_lost',
    isAdministrator: true,
  },
  'the asset is deleted': {
    act: ({ assetId }) => hosts.assets.remove(assetId),
    reason: 'access_lost',
  },
  'the asset is moved': {
    act: async ({ assetId }) => {
      const asset = await hosts.assets.get(assetId);
      return hosts.assets.update(assetId, { ...asset, ip: '127.0.0.9', password: 'p@ss' });
    },
    reason: 'asset_moved',
  },
  'the strategy switches it off': {
    act: async ({ strategyId }) => {
      const path = `/strategies/${strategyId}`;
      const { data } = await acting.current.call<object>('GET', path, { token: hosts.token });
      const off = { shell: false, exec: false, localForward: false, remoteForward: false };
      return acting.current.call('PUT', path, { token: hosts.token, body: { ...data, ...off } });
    },
    reason: 'shell_off',
    ofCommand: 'channel_off',
  },
  'an administrator ends the sessions': {
    act: async ({ personId }) => {
      const rows = await acting.current.db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', personId)
        .execute();
      return post(`/sessions/${rows.map(({ id }) => id).join(',')}/disconnect`);
    },
    reason: 'administrator',
  },
  'the login is ended': {
    act: async ({ username }) => {
      const logins = await acting.current.db
        .selectFrom('login_log')
        .select('id')
        .where('username', '=', username)
        .execute();
      const [answer] = await Promise.all(logins.map(({ id }) => post(`/login-logs/${id}/end`)));
      return answer;
    },
    reason: 'login_ended',
  },
};

it('ends every channel within five seconds at both servers, with the reason', async () => {
  const acts = Object.entries(ACTS);
  const connections = await Promise.all(
    acts.map(([, { isAdministrator = false }]) => connected(isAdministrator)),
  );
  const began = performance.now();
  const answers = await Promise.all(
    acts.map(async ([name, { act }], index) => [name, await act(connections[index] as Connected)]),
  );
  expect(answers).toEqual(acts.map(([name]) => [name, expect.objectContaining({ code: 1 })]));
  const ends = await Promise.all(connections.flatMap((connection) => connection.ends));
  const told = ends.map(({ shown, errors }) => [shown.trim().split('\n').at(-1)?.trim(), errors.trim()]);
  expect(told).toEqual(
    acts.flatMap(([, { reason, ofCommand = reason }]) =>
      DOORS.map(() => [
        SESSION_END_WORDS[reason]['zh-TW'],
        `jadegate: ${SESSION_END_WORDS[ofCommand]['zh-TW']}`,
      ]),
    ),
  );
  expect(Math.max(...ends.map(({ milliseconds }) => milliseconds - began))).toBeLessThan(
    WITHIN_5_SECONDS.timeout,
  );
}, 120_000);
