// What no client of honest people sends, and ssh2 by itself believes.
import { afterEach, expect, it, vi } from 'vitest';

import { compileIpSet } from '../../kernel/ip-set.ts';
import { Secret } from '../../kernel/secret.ts';
import { HostileSshClient, MESSAGE } from '../../testing/hostile-ssh.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { until } from '../../testing/until.ts';
import { streamOf } from '../ssh2-internals.ts';
import { authenticate, type Authenticator } from './authentication.ts';
import type { ClientChannel } from './client-channel.ts';
import { serveChannels, type ChannelOpening } from './client-connection.ts';
import { SshListener } from './listener.ts';
import { WireReader } from './wire.ts';

const HOST_KEY = new Secret(ed25519KeyPair().private);
const MEGABYTE = 2 ** 20;
/** As long as answers get. */
const TOO_MANY = 'too many '.repeat(100);
const PIECE = Buffer.alloc(32 * 1024, 'x');
const ends: (() => unknown)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) {
    await end();
  }
});

interface Gate {
  port: number;
  listener: SshListener;
  tried: string[];
  ran: string[];
  channels: ClientChannel[];
  openings: ChannelOpening[];
  /** What waits for each client to read. */
  unsent: (() => number)[];
  /** What clients took of what is written without an end. */
  taken: number;
  /** Lets what is begun come to its end. */
  settle: () => void;
}

/** Lets in whose password is right, and does what its commands say. */
async function gate(): Promise<Gate> {
  let settle = () => {};
  const isSettled = new Promise<void>((resolve) => (settle = resolve));
  const [tried, ran]: [string[], string[]] = [[], []];
  const [channels, openings]: [ClientChannel[], ChannelOpening[]] = [[], []];
  const unsent: Gate['unsent'] = [];
  const authenticator: Authenticator = {
    methods: ['password', 'keyboard-interactive'],
    begin: async () => undefined,
    password: async (password) => {
      tried.push(password);
      return password === 'right' ? 'accepted' : 'refused';
    },
    knowsKey: async () => false,
    key: async () => 'refused',
    questions: async (ask) => {
      tried.push((await ask([{ text: 'Code: ', isShown: true }]))[0] ?? '');
      return 'refused';
    },
  };
  const write = (channel: ClientChannel) => {
    channel.write(PIECE, () => {
      self.taken += PIECE.length;
      if (!channel.isClosed) {
        setImmediate(() => write(channel));
      }
    });
  };
  const listener = new SshListener({
    isProxy: compileIpSet(''),
    allows: async () => true,
    onClient: (client, _facts, prove) => {
      client.once('ready', prove);
      unsent.push(() => streamOf(client).writableLength);
      const onFailure = (error: unknown) => tried.push(String(error));
      authenticate(client, { authenticator, verify: () => false, onFailure });
      const exec = async (channel: ClientChannel, command: string) => {
        ran.push(command);
        channels.push(channel);
        if (command === 'flood') {
          write(channel);
        } else if (command === 'slowly') {
          await isSettled;
        } else if (command === 'say') {
          channel.write(Buffer.from('said'));
        }
      };
      const opened = (opening: ChannelOpening) =>
        new Promise<void>((resolve) =>
          openings.push({
            ...opening,
            refuse: (text) => {
              opening.refuse(text);
              resolve();
            },
          }),
        );
      client.once('ready', () =>
        serveChannels(client, {
          takesEnv: () => true,
          tooMany: TOO_MANY,
          handlers: {
            shell: (channel) => exec(channel, 'shell'),
            exec,
            subsystem: exec,
            forward: opened,
            forwardToSocket: opened,
            mayLend: async () => false,
            listen: ({ refuse }) => refuse(),
            stopListening: ({ refuse }) => refuse(),
          },
        }),
      );
    },
  });
  listener.setHostKeys([HOST_KEY]);
  const { port } = await listener.listen('127.0.0.1', 0);
  const self: Gate = { port, listener, tried, ran, channels, openings, unsent, taken: 0, settle };
  ends.push(
    () => listener.close(),
    () => settle(),
  );
  return self;
}

async function stranger({ port }: Gate): Promise<HostileSshClient> {
  const client = await HostileSshClient.connect(port);
  ends.unshift(() => client.destroy());
  return client;
}

async function signedIn(at: Gate): Promise<HostileSshClient> {
  const client = await stranger(at);
  await client.logIn('mei', 'right');
  return client;
}

/** Until what was sent is dealt with: answers come in the order of the questions. */
async function settled(client: HostileSshClient): Promise<void> {
  client.send(MESSAGE.globalRequest, 'anything', true);
  await client.hear(MESSAGE.requestFailure);
}

it('opens no channel for packets so small that there would be no end of them', async () => {
  const client = await signedIn(await gate());
  expect(await client.open('session', { packet: 0 })).toContain('too small');
  expect(await client.open('session', { packet: 255 })).toContain('too small');
  expect(await client.open('session', { packet: 1024 })).toBe(0);
});

it('sends no more than a client reads, however large it says its window is', async () => {
  const door = await gate();
  const client = await signedIn(door);
  const channel = await client.openSession({ window: 2 ** 32 - 1 });
  client.stopReading();
  client.request(channel, 'exec', 'flood');
  await until(() => expect(door.taken).toBeGreaterThan(0));
  const before = -1;
  for (let last = before; last !== door.taken;) {
    last = door.taken;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // What the system keeps for the two sockets.
  expect(door.taken).toBeLessThan(32 * MEGABYTE);
});

it('sends nothing while a client leaves an exchange of keys unfinished, and keeps it nowhere else', async () => {
  const door = await gate();
  const client = await signedIn(door);
  const channel = await client.openSession({ window: 2 ** 32 - 1 });
  client.request(channel, 'exec', 'flood');
  await client.hear(MESSAGE.data);
  client.stopReading();
  client.beginRekey();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { taken } = door;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(door.taken - taken).toBeLessThan(MEGABYTE);
});

it('goes on with what was held back once keys are agreed on', async () => {
  const door = await gate();
  const client = await signedIn(door);
  const channel = await client.openSession({ window: 2 ** 32 - 1 });
  client.request(channel, 'exec', 'flood');
  await client.hear(MESSAGE.data);
  await client.rekey();
  const { taken } = door;
  await until(() => expect(door.taken).toBeGreaterThan(taken + MEGABYTE));
});

it('answers no faster than a client reads', async () => {
  const door = await gate();
  const client = await signedIn(door);
  for (let count = 0; count < 20; count++) {
    await client.openSession();
  }
  client.stopReading();
  for (let count = 0; count < 20_000; count++) {
    client.wish('session');
  }
  const [unsent] = door.unsent;
  await until(() => expect(unsent?.()).toBeGreaterThan(MEGABYTE));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(unsent?.()).toBeLessThan(3 * MEGABYTE);
});

it('ends a client that sends more than it may', async () => {
  const door = await gate();
  const client = await signedIn(door);
  const channel = await client.openSession();
  client.request(channel, 'exec', 'deaf');
  for (let sent = 0; sent <= 8 * MEGABYTE; sent += PIECE.length) {
    client.send(MESSAGE.data, channel, PIECE);
  }
  await client.hear(MESSAGE.disconnect);
  // ssh2 lets a window be filled again until so much is unread.
  expect(door.channels[0]?.input.readableLength).toBeLessThanOrEqual(3 * MEGABYTE);
});

it('does not mind what comes for channels that are ended, closed, not begun or not there', async () => {
  const door = await gate();
  const client = await signedIn(door);
  const [begun, bare] = [await client.openSession(), await client.openSession()];
  client.request(begun, 'exec', 'deaf');
  client.send(MESSAGE.eof, begun);
  for (const channel of [begun, bare, 77]) {
    client.send(MESSAGE.data, channel, 'late');
    client.send(MESSAGE.windowAdjust, channel, 2 ** 32 - 1);
    client.request(channel, 'exec', 'twice');
    client.send(MESSAGE.eof, channel);
    client.send(MESSAGE.close, channel);
    client.send(MESSAGE.close, channel);
    client.send(MESSAGE.data, channel, 'later');
    client.request(channel, 'shell');
  }
  await settled(client);
  expect(door.ran).toEqual(['deaf', 'twice']);
});

it('forgets sessions that are closed before anything was begun in them', async () => {
  const client = await signedIn(await gate());
  for (let round = 0; round < 50; round++) {
    const channel = await client.openSession();
    client.send(MESSAGE.close, channel);
    await client.hear(MESSAGE.close);
  }
  expect(await client.open('session')).toBe(50);
});

it('counts what is still being done for channels that are closed, and what is asked for and not open yet', async () => {
  const door = await gate();
  const client = await signedIn(door);
  for (let count = 0; count < 15; count++) {
    const channel = await client.openSession();
    client.request(channel, 'exec', 'slowly');
    client.send(MESSAGE.close, channel);
  }
  for (let count = 0; count < 8; count++) {
    client.wish('direct-tcpip', { fields: ['127.0.0.1', 80, '127.0.0.1', 1] });
  }
  await settled(client);
  expect(door.openings).toHaveLength(5);
  expect(await client.open('session')).toBe(TOO_MANY);
  door.openings[0]?.refuse('no');
  expect(await client.openSession()).toBeGreaterThan(0);
  door.settle();
  await until(async () => expect(await client.open('session')).toBeTypeOf('number'));
});

it('passes on windows and signals a few at a time, none larger than a screen', async () => {
  const door = await gate();
  const client = await signedIn(door);
  const channel = await client.openSession();
  const tall = [2 ** 32 - 1, 2 ** 31];
  client.request(channel, 'pty-req', 'x'.repeat(1000), ...tall, 0, 0, Buffer.from([0]));
  client.request(channel, 'shell');
  await until(() => expect(door.channels).toHaveLength(1));
  expect(door.channels[0]?.requests.pty).toMatchObject({ size: { cols: 1000, rows: 1000 } });
  const [sizes, signals]: [number[], string[]] = [[], []];
  door.channels[0]?.onResize(({ cols }) => sizes.push(cols));
  door.channels[0]?.onSignal((name) => signals.push(name));
  for (let count = 1; count <= 500; count++) {
    client.request(channel, 'window-change', count, 20, 0, 0);
    client.request(channel, 'signal', count % 2 === 0 ? 'INT' : `INT\n${'x'.repeat(100)}`);
  }
  await settled(client);
  await until(() => expect(sizes.at(-1)).toBe(500));
  expect(sizes.length).toBeLessThan(20);
  expect(new Set(signals)).toEqual(new Set(['INT']));
  expect(signals.length).toBeLessThan(60);
});

it('proves each of its keys once, to whoever is signed in', async () => {
  const client = await signedIn(await gate());
  const [told, name] = [await client.hear(MESSAGE.globalRequest), 'hostkeys-00@openssh.com'];
  const key = new WireReader(told?.subarray(6 + name.length) ?? Buffer.alloc(0)).string() ?? '';
  const prove = async (...keys: (Buffer | string)[]) => {
    client.send(MESSAGE.globalRequest, 'hostkeys-prove-00@openssh.com', true, ...keys);
    const { requestSuccess, requestFailure } = MESSAGE;
    const answer = await client.hear(({ 0: type }) => type === requestSuccess || type === requestFailure);
    return answer?.[0] === requestSuccess;
  };
  expect(await prove(key)).toBe(true);
  expect(await prove(key)).toBe(false);
  const other = await signedIn(await gate());
  other.send(MESSAGE.globalRequest, 'hostkeys-prove-00@openssh.com', true, key, key);
  expect(await other.hear(MESSAGE.requestFailure)).toBeDefined();
});

it('agrees on keys anew as often as anybody needs, and no faster', async () => {
  const door = await gate();
  const client = await signedIn(door);
  const begun = performance.now();
  for (let count = 0; count < 14; count++) {
    await client.rekey();
  }
  expect(performance.now() - begun).toBeGreaterThan(300);
  expect(await client.open('session')).toBe(0);
  const early = await stranger(door);
  await early.rekey();
  await early.rekey();
  early.beginRekey();
  expect(await early.hear(MESSAGE.disconnect)).toBeDefined();
});

it('hears nothing of channels from whom nobody knows', async () => {
  const door = await gate();
  for (const say of [
    (client: HostileSshClient) => client.wish('session'),
    (client: HostileSshClient) => client.send(MESSAGE.globalRequest, 'keepalive@openssh.com', true),
  ]) {
    const client = await stranger(door);
    say(client);
    expect(await client.hear(MESSAGE.disconnect)).toBeDefined();
  }
});

it('hears nothing more of whom it has told goodbye, and keeps no socket for them', async () => {
  const door = await gate();
  const client = await stranger(door);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let count = 0; count < 6; count++) {
    client.tryPassword('mei', `wrong ${count}`);
    await client.hear(count < 5 ? MESSAGE.authFailure : MESSAGE.disconnect);
  }
  client.tryPassword('mei', 'right');
  client.send(MESSAGE.channelOpen, 'session', 0, 1000, 1000);
  await vi.advanceTimersByTimeAsync(2900);
  expect(door.listener.unproven).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await until(() => expect(door.listener.unproven).toBe(0));
  expect(door.tried).toHaveLength(6);
});
