// Those who come and say too little, from many addresses at once, for as long as they like.
import { readdirSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { compileIpSet } from '../../kernel/ip-set.ts';
import { Secret } from '../../kernel/secret.ts';
import { Chance } from '../../testing/fuzz.ts';
import { HostileSshClient, MESSAGE } from '../../testing/hostile-ssh.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { authenticate, type Authenticator } from './authentication.ts';
import { SshListener } from './listener.ts';

const ADDRESSES = 60;
const ROUNDS = 12;
const MOST_MORE_BYTES = 128 * 2 ** 20;

const authenticator: Authenticator = {
  methods: ['password', 'keyboard-interactive'],
  begin: async () => undefined,
  password: async (password) => (password === 'right' ? 'accepted' : 'refused'),
  knowsKey: async () => false,
  key: async () => 'refused',
  questions: async (ask) => {
    await ask([{ text: 'Code: ', isShown: true }]);
    return 'refused';
  },
};
const listener = new SshListener({
  isProxy: compileIpSet('127.9.9.9'),
  allows: async () => true,
  handshakeMs: 10_000,
  onClient: (client, _facts, prove) => {
    client.once('ready', prove);
    authenticate(client, { authenticator, verify: () => false, onFailure: () => undefined, loginMs: 20_000 });
  },
});
let port = 0;
beforeAll(async () => {
  listener.setHostKeys([new Secret(ed25519KeyPair().private)]);
  ({ port } = await listener.listen('127.0.0.1', 0));
});
afterAll(() => listener.close());

const openFiles = () => readdirSync('/proc/self/fd').length;

/** Says so much and then nothing, and never hangs up. */
async function linger(address: string, chance: Chance): Promise<() => void> {
  const kind = chance.below(5);
  if (kind < 3) {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: address, allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write(['', 'SSH-2.0-slow', 'SSH-2.0-slow\r\n'][kind] ?? '');
    return () => socket.destroy();
  }
  const coming = HostileSshClient.connect(port, '127.0.0.1', address).catch(() => undefined);
  const client = await Promise.race([coming, sleep(15_000).then(() => undefined)]);
  if (kind === 4) {
    client?.send(MESSAGE.authRequest, 'mei', 'ssh-connection', 'keyboard-interactive', '', '');
  }
  return () => client?.destroy();
}

function honest(): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client.once('ready', () => {
      resolve(performance.now() - begun);
      client.end();
    });
    client.once('error', reject);
    client.connect({ host: '127.0.0.1', port, username: 'mei', password: 'right', readyTimeout: 30_000 });
  });
}

it('keep nobody out, and leave nothing behind', async () => {
  const chance = new Chance(33);
  await honest();
  const [files, memory] = [openFiles(), process.memoryUsage().rss];
  const waits: number[] = [];
  const ends: (() => void)[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const came = Array.from({ length: ADDRESSES }, (_, at) => linger(`127.0.1.${at + 1}`, chance));
    waits.push(await honest());
    ends.push(...(await Promise.all(came)));
    await sleep(1000);
  }
  expect(listener.unproven).toBeLessThanOrEqual(500);
  expect(Math.max(...waits)).toBeLessThan(12_000);
  expect(process.memoryUsage().rss - memory).toBeLessThan(MOST_MORE_BYTES);
  // None of them has hung up.
  await vi.waitFor(() => expect(listener.unproven).toBe(0), { timeout: 60_000 });
  ends.forEach((end) => end());
  await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(files + 3), { timeout: 10_000 });
}, 300_000);
