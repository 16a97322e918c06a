import { EventEmitter } from 'node:events';
import net from 'node:net';

import ssh2, { type ConnectConfig } from 'ssh2';
import { afterEach, expect, it, vi } from 'vitest';

import { compileIpSet } from '../../kernel/ip-set.ts';
import { Secret } from '../../kernel/secret.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { until } from '../../testing/until.ts';
import { authenticate, type Authenticator } from './authentication.ts';
import { SshListener, type ListenerOptions } from './listener.ts';

const HOST_KEY = new Secret(ed25519KeyPair().private);
const PERSON_KEY = ed25519KeyPair();
const STRANGE_KEY = ed25519KeyPair();
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) {
    await end();
  }
});

interface Gate {
  port: number;
  addresses: string[];
  tried: string[];
}

/** Lets in who has the key of the person, or their password. */
async function gate(options: Partial<ListenerOptions> = {}, verifies = true): Promise<Gate> {
  const addresses: string[] = [];
  const tried: string[] = [];
  const isPersonKey = ({ data }: { data: Buffer }) =>
    data.equals(Buffer.from(PERSON_KEY.public.split(' ')[1] ?? '', 'base64'));
  const authenticator: Authenticator = {
    methods: ['publickey', 'password', 'keyboard-interactive'],
    begin: async (username) => void tried.push(`begin ${username}`),
    password: async (password) => {
      tried.push(`password ${password}`);
      return password === 'right' ? 'accepted' : password === 'half' ? 'more' : 'refused';
    },
    knowsKey: async (key) => isPersonKey(key),
    key: async () => {
      tried.push('key');
      return 'accepted';
    },
    questions: async (ask) =>
      (await ask([{ text: 'Code: ', isShown: true }]))[0] === '42' ? 'accepted' : 'refused',
  };
  const listener = new SshListener({
    isProxy: compileIpSet(''),
    allows: async () => true,
    onClient: (client, { address }, prove) => {
      addresses.push(address);
      client.once('ready', prove);
      authenticate(client, {
        authenticator,
        verify: (key, blob, signature, hash) => {
          const parsed = ssh2.utils.parseKey(`${key.algo} ${key.data.toString('base64')}`);
          return !verifies || (!(parsed instanceof Error) && parsed.verify(blob, signature, hash));
        },
        onFailure: (error) => tried.push(String(error)),
      });
    },
    ...options,
  });
  listener.setHostKeys([HOST_KEY]);
  ends.push(() => listener.close());
  const { port } = await listener.listen('127.0.0.1', 0);
  return { port, addresses, tried };
}

function signIn(port: number, how: Partial<ConnectConfig>): Promise<string> {
  return new Promise((resolve) => {
    const client = new ssh2.Client();
    ends.push(() => client.destroy());
    client.on('ready', () => resolve('in'));
    client.on('error', (error) => resolve(error.message));
    client.on('close', () => resolve('closed'));
    client.connect({ host: '127.0.0.1', port, username: 'mei', ...how });
  });
}

it('lets in who proves who they are, and says what else can be tried', async () => {
  const { port, tried } = await gate();
  expect(await signIn(port, { password: 'right' })).toBe('in');
  expect(await signIn(port, { privateKey: PERSON_KEY.private })).toBe('in');
  expect(await signIn(port, { password: 'wrong' })).toMatch('authentication methods failed');
  expect(await signIn(port, { privateKey: STRANGE_KEY.private })).toMatch('authentication methods failed');
  expect(tried.filter((what) => what === 'key')).toHaveLength(1);
});

it('asks for the rest of a proof, and for nothing else instead', async () => {
  const { port } = await gate();
  const client = new ssh2.Client();
  ends.push(() => client.destroy());
  const isIn = new Promise((resolve) =>
    client.on('ready', () => resolve('in')).on('close', () => resolve('out')),
  );
  client.on('error', () => undefined);
  client.on('keyboard-interactive', (_name, _about, _language, prompts, answer) => {
    expect(prompts).toEqual([{ prompt: 'Code: ', echo: true }]);
    answer(['42']);
  });
  client.connect({ host: '127.0.0.1', port, username: 'mei', password: 'half', tryKeyboard: true });
  expect(await isIn).toBe('in');
});

it('takes no key for proven that only was offered or is signed by another', async () => {
  const { port, tried } = await gate();
  // Offers the key of the person and signs with one of its own.
  const agent = new (class extends ssh2.BaseAgent<Buffer> {
    getIdentities(done: (error: Error | null, keys: Buffer[]) => void) {
      done(null, [Buffer.from(PERSON_KEY.public.split(' ')[1] ?? '', 'base64')]);
    }
    sign(_key: Buffer, data: Buffer, ...rest: unknown[]) {
      const done = rest.at(-1) as (error: Error | null, signature: Buffer) => void;
      const key = ssh2.utils.parseKey(STRANGE_KEY.private);
      done(null, key instanceof Error ? Buffer.alloc(64) : key.sign(data));
    }
  })();
  expect(await signIn(port, { agent })).toMatch('authentication methods failed');
  expect(tried).not.toContain('key');
});

it('ends a connection after six wrong proofs', async () => {
  const { port, tried } = await gate();
  let tries = 0;
  const ended = await signIn(port, {
    authHandler: (_left: unknown, _partial: unknown, next: (method: unknown) => void) => {
      tries += 1;
      next({ type: 'password', username: 'mei', password: `wrong ${tries}` });
    },
  } as never);
  expect(ended).not.toBe('in');
  expect(tried.filter((what) => what.startsWith('password'))).toHaveLength(6);
});

it('keeps to the user name that it began with', async () => {
  const { port, tried } = await gate();
  const names = ['admin', 'mei'];
  const ended = await signIn(port, {
    authHandler: (_left: unknown, _partial: unknown, next: (method: unknown) => void) => {
      const username = names.shift();
      next(username ? { type: 'password', username, password: username === 'mei' ? 'right' : 'no' } : false);
    },
  } as never);
  expect(ended).not.toBe('in');
  expect(tried).toEqual(['begin admin', 'password no']);
});

it('keeps to it by itself, too: ssh2 ends such a connection before it is asked', async () => {
  const said: string[] = [];
  const client = Object.assign(new EventEmitter(), { end: () => said.push('ended') });
  const authenticator = {
    methods: ['password'],
    begin: async () => undefined,
    password: async (password: string) => (password === 'right' ? 'accepted' : 'refused'),
  };
  authenticate(client as never, {
    authenticator: authenticator as never,
    verify: () => false,
    onFailure: (error) => said.push(String(error)),
  });
  const attempt = (username: string, password: string) =>
    client.emit('authentication', {
      method: 'password',
      username,
      password,
      accept: () => said.push('accepted'),
      reject: () => said.push('refused'),
    });
  attempt('admin', 'no');
  await until(() => expect(said).toEqual(['refused']));
  attempt('mei', 'right');
  await until(() => expect(said).toHaveLength(2));
  client.emit('close');
  expect(said).toEqual(['refused', 'ended']);
});

/** Somebody who says nothing. */
function silentAt(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  ends.push(() => socket.destroy());
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve('closed'))) };
}

it('bounds those who have not said who they are', async () => {
  const full: string[] = [];
  const { port } = await gate({
    unprovenPerAddress: 2,
    seatWaitMs: 100,
    onFull: (address) => full.push(address),
  });
  const first = [silentAt(port), silentAt(port)];
  await until(() => expect(first.every(({ socket }) => socket.bytesRead > 0)).toBe(true));
  expect(await silentAt(port).closed).toBe('closed');
  expect(full).toEqual(['127.0.0.1']);
  first.forEach(({ socket }) => socket.destroy());
  // Somebody who is in counts no more.
  for (let more = 0; more < 3; more++) {
    expect(await signIn(port, { password: 'right' })).toBe('in');
  }
});

it('lets go of who says nothing', async () => {
  const { port } = await gate({ handshakeMs: 100 });
  expect(await silentAt(port).closed).toBe('closed');
});

it('lets in one after the other who come all at once, and has whoever says nothing make room', async () => {
  const { port } = await gate({ unprovenPerAddress: 2 });
  const crowd = Array.from({ length: 8 }, () => signIn(port, { password: 'right' }));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['in']));
  const silent = [silentAt(port), silentAt(port)];
  await until(() => expect(silent.every(({ socket }) => socket.bytesRead > 0)).toBe(true));
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 6000);
  try {
    expect(await signIn(port, { password: 'right' })).toBe('in');
  } finally {
    vi.restoreAllMocks();
  }
});

it('believes a balancer that is trusted, and refuses addresses that may not come', async () => {
  const isProxy = compileIpSet('127.0.0.1');
  const { port, addresses } = await gate({ isProxy, allows: async (address) => address !== '192.0.2.66' });
  const through = (line: string) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(line));
    socket.on('error', () => undefined);
    return signIn(port, { sock: socket, password: 'right' });
  };
  expect(await through('PROXY TCP4 192.0.2.7 127.0.0.1 5 22\r\n')).toBe('in');
  expect(await through('PROXY TCP4 192.0.2.66 127.0.0.1 5 22\r\n')).not.toBe('in');
  expect(await through('PROXY nonsense\r\n')).not.toBe('in');
  expect(await signIn(port, { password: 'right' })).toBe('in');
  expect(addresses).toEqual(['192.0.2.7', '127.0.0.1']);
});
