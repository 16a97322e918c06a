// Each kind of channel with the switches that it needs: opened with them, refused without, ended when they go.
import { once } from 'node:events';
import net from 'node:net';
import { duplexPair, type Duplex } from 'node:stream';

import { CHANNEL_SWITCHES, type ChannelSwitch } from '@jadegate/contract/access/channel-rights';
import type { SshTicketKind } from '@jadegate/contract/identity/ssh-ticket';
import ssh2, { type ClientChannel, type ExecOptions } from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { ToClient } from '../../protocols/ssh-server/to-client.ts';
import { aStrategy } from '../../testing/grant-rows.ts';
import { NativeSshKit, runForTest, shellOn } from '../../testing/native-ssh-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const server = useTestServer({ takesSsh: true });
const hosts = new SessionKit(server, { exec: runForTest });
const door = new NativeSshKit(server);
const echo = net.createServer((socket) => socket.pipe(socket));
let assetId = '';
let tickets = 0;

beforeAll(async () => {
  await hosts.start();
  assetId = await hosts.machine({ name: 'channels' });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
});
afterEach(() => door.leave());
afterAll(async () => {
  echo.close();
  await hosts.stop();
});

/** Says back what it hears, where a channel leads to the computer of the person. */
const atHome = new (class extends ssh2.BaseAgent<Buffer> {
  getIdentities(done: (error: Error | null, keys: Buffer[]) => void) {
    done(null, []);
  }
  sign(...rest: unknown[]) {
    (rest.at(-1) as (error: Error) => void)(new Error('no key'));
  }
  override getStream(done: (error: Error | null, stream: Duplex) => void) {
    const [near, far] = duplexPair();
    far.pipe(far);
    done(null, near);
  }
})();

async function connected(channels: readonly ChannelSwitch[], ticketFor?: readonly SshTicketKind[]) {
  const strategy = await aStrategy(server.current, { channels: JSON.stringify(channels) });
  const person = await server.current.loginAs({ type: 'user' });
  await server.current.call('POST', '/authorised/users', {
    token: hosts.token,
    body: { userIds: [person.id], assetId, strategyId: strategy.id },
  });
  const ticket = ticketFor && (await ticketOf(person.token, ticketFor));
  const client = await door.connect(ticket ?? `${person.username}@channels`, {
    password: USER_PASSWORD,
    authHandler: ['password'],
    agent: atHome,
    strictVendor: false,
  });
  const takeIn = (_info: unknown, accept: () => Duplex) => {
    const channel = accept();
    channel.pipe(channel);
  };
  client.on('x11', takeIn).on('tcp connection', takeIn).on('unix connection', takeIn);
  const switchTo = (left: readonly ChannelSwitch[]) =>
    server.current.db
      .updateTable('strategy')
      .set({ channels: JSON.stringify(left) })
      .where('id', '=', strategy.id)
      .execute();
  return { client, switchTo };
}

async function ticketOf(token: string, kinds: readonly SshTicketKind[]): Promise<string> {
  const { data } = await server.current.call<{ ticket: string }>('POST', '/account/ssh-tickets', {
    token,
    address: `127.93.0.${++tickets}`,
    body: { name: `for ${kinds.join(' ')} ${tickets}`, assetId, kinds },
  });
  return data.ticket;
}

/** One that is open. */
interface Open {
  /** Bytes go to its other end and back. */
  channel?: Duplex;
  /** Resolves when it is over, with what its client was told. */
  over: Promise<string>;
}

const called = <Value>(call: (done: (error: Error | undefined | null, value: Value) => void) => void) =>
  new Promise<Value>((resolve, reject) => call((error, value) => (error ? reject(error) : resolve(value))));

async function shell(client: ssh2.Client): Promise<Open> {
  const screen = await shellOn(client);
  await until(() => expect(screen.shown).not.toBe(''));
  if (!screen.shown.includes('$ ')) {
    throw new Error(screen.shown);
  }
  return { channel: screen.channel, over: screen.ended.then(() => screen.shown) };
}

async function exec(client: ssh2.Client, options: ExecOptions = {}): Promise<Open> {
  const channel = await called<ClientChannel>((done) => client.exec('wait', options, done));
  let told = '';
  channel.stderr.on('data', (bytes: Buffer) => (told += bytes.toString()));
  const over = once(channel, 'close').then(() => told);
  await Promise.race([once(channel, 'data'), over]);
  channel.resume();
  if (told !== '') {
    throw new Error(told);
  }
  return { over };
}

function forward(open: (done: (error: Error | undefined, channel: ClientChannel) => void) => void) {
  return called<ClientChannel>(open).then((channel): Open => ({
    channel,
    over: once(channel, 'close').then(() => ''),
  }));
}

/** The connection of the product to the host. */
function atHost(): ssh2.Connection {
  const [connection] = [...hosts.host.connections].slice(-1);
  if (!connection) {
    throw new Error('nobody is connected to the host');
  }
  return connection;
}

const gone = (client: ssh2.Client) => once(client, 'close').then(() => '');

async function answerTo(text: string, channel: Duplex | undefined): Promise<string> {
  if (!channel) {
    return text;
  }
  channel.write(text);
  const [bytes] = (await once(channel, 'data')) as [Buffer];
  return bytes.toString();
}

interface Kind {
  needs: readonly ChannelSwitch[];
  /** What its client is told, with any of them missing or with a ticket for other things. */
  refusal: RegExp;
  open: (client: ssh2.Client) => Promise<Open>;
}

const KINDS: Record<string, Kind> = {
  'a shell': { needs: ['shell'], refusal: /Shell/, open: shell },
  'a command': { needs: ['exec'], refusal: /exec/, open: (client) => exec(client) },
  'a forward to a port': {
    needs: ['localForward'],
    refusal: /-L|ticket/,
    open: (client) => {
      const { port } = echo.address() as net.AddressInfo;
      return forward((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', port, done));
    },
  },
  'a forward to a socket': {
    needs: ['socketForward'],
    refusal: /socket/,
    open: (client) => forward((done) => client.openssh_forwardOutStreamLocal('/run/some.sock', done)),
  },
  'a remote forward of a port': {
    needs: ['remoteForward'],
    refusal: /Unable to bind/,
    open: async (client) => {
      await called<number>((done) => client.forwardIn('localhost', 0, done));
      expect([...hosts.host.listening]).toEqual(['localhost:40000']);
      const channel = await new ToClient(atHost()).openForwarded(
        { host: 'localhost', port: 40_000 },
        { address: '10.0.0.9', port: 1 },
      );
      return { channel, over: gone(client) };
    },
  },
  'a remote forward that others reach': {
    needs: ['remoteForward', 'gatewayPorts'],
    refusal: /Unable to bind/,
    open: async (client) => {
      await called<number>((done) => client.forwardIn('0.0.0.0', 40_001, done));
      expect([...hosts.host.listening]).toEqual(['0.0.0.0:40001']);
      return { over: gone(client) };
    },
  },
  'a remote forward of a socket': {
    needs: ['remoteForward'],
    refusal: /Unable to bind/,
    open: async (client) => {
      await called<void>((done) =>
        client.openssh_forwardInStreamLocal('/tmp/some.sock', (error) => done(error ?? undefined)),
      );
      const channel = await new ToClient(atHost()).openForwarded(
        { path: '/tmp/some.sock' },
        { address: '', port: 0 },
      );
      return { channel, over: gone(client) };
    },
  },
  'the agent': {
    needs: ['exec', 'agentForward'],
    refusal: /exec|agent forwarding/,
    open: async (client) => {
      const { over } = await exec(client, { agentForward: true } as ExecOptions);
      return { channel: await new ToClient(atHost()).openAgent(), over };
    },
  },
  'the screen': {
    needs: ['exec', 'x11'],
    refusal: /exec|X11/,
    open: async (client) => {
      const { over } = await exec(client, { x11: true });
      return { channel: await new ToClient(atHost()).openX11({ address: '127.0.0.1', port: 6010 }), over };
    },
  },
};

describe.each(Object.entries(KINDS))('%s', (_name, { needs, refusal, open }) => {
  it('opens with its switches, and ends when one of them goes', async () => {
    const { client, switchTo } = await connected(needs);
    const { channel, over } = await open(client);
    expect(await answerTo('knock', channel)).toContain('knock');
    // What goes by another switch, such as that of files, is left alone.
    await server.current.patrolled();
    await switchTo(needs.slice(0, -1));
    expect(await over).toMatch(needs.includes('exec') || needs.includes('shell') ? /授權政策/ : /^$/);
    await until(() => expect(!channel || channel.readableEnded || channel.destroyed).toBe(true));
    await until(() => expect([...hosts.host.listening]).toEqual([]));
  });

  it.each(needs.map((name) => [name]))('is refused without %s, whatever else is on', async (missing) => {
    const { lent, forwards } = hosts.host;
    const before = [lent.length, forwards.length];
    // An IDE is commands and forwards.
    const others = CHANNEL_SWITCHES.filter((name) => name !== missing && name !== 'ide');
    const { client } = await connected(others);
    await expect(open(client)).rejects.toThrow(refusal);
    expect([lent.length, forwards.length, hosts.host.listening.size]).toEqual([...before, 0]);
  });
});

it('lends the agent only while something runs for which it was asked, and only there', async () => {
  const { client } = await connected(['shell', 'exec', 'agentForward']);
  const plain = await shellOn(client);
  await until(() => expect(plain.shown).toContain('$ '));
  const [first] = [...hosts.host.connections].slice(-1);
  const ask = (connection = atHost()) => new ToClient(connection).openAgent();
  // Nobody asked for it.
  await expect(ask()).rejects.toThrow('open failure');
  const lending = await called<ClientChannel>((done) =>
    client.shell({ term: 'xterm' }, { agentForward: true } as ssh2.ShellOptions, done),
  );
  await once(lending, 'data');
  (await ask()).destroy();
  // The session of the first shell goes on as it was.
  expect(atHost()).not.toBe(first);
  await expect(ask(first)).rejects.toThrow('open failure');
  lending.destroy();
  await once(lending, 'close');
  await expect(ask()).rejects.toThrow('open failure');
});

it.each(Object.entries(KINDS).filter(([, { needs }]) => needs.some((name) => /forward|x11/i.test(name))))(
  'takes a ticket for forwards to open %s',
  async (_name, { refusal, open }) => {
    const all = CHANNEL_SWITCHES;
    const other = await connected(all, ['shell', 'exec', 'files']);
    await expect(open(other.client)).rejects.toThrow(refusal);
    const { client } = await connected(all, ['exec', 'forward']);
    await open(client);
  },
);

it('leaves a client that takes what comes to it in packets of no size: there would be no end of them', async () => {
  const { client } = await connected(['remoteForward']);
  await called<number>((done) => client.forwardIn('localhost', 0, done));
  const { _protocol: protocol } = client as unknown as {
    _protocol: { channelOpenConfirm(to: number, from: number, window: number, packet: number): void };
  };
  const confirm = protocol.channelOpenConfirm.bind(protocol);
  protocol.channelOpenConfirm = (to, from, window) => confirm(to, from, window, 0);
  const left = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const place = { host: 'localhost', port: 40_000 };
  const knocked = new ToClient(atHost()).openForwarded(place, { address: '10.0.0.9', port: 1 });
  await expect(knocked).rejects.toThrow('No response');
  await left;
});
