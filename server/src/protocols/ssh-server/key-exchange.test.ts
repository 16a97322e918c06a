import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import ssh2, { type Connection, type NegotiatedAlgorithms } from 'ssh2';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { until } from '../../testing/until.ts';
import { isMlKemKnown, ML_KEM_EXCHANGE, offerMlKem } from '../ml-kem-exchange.ts';
import { protocolOf } from '../ssh2-internals.ts';
import { algorithmsOfDoor } from './algorithms.ts';
import { extendKeyExchange } from './extend-key-exchange.ts';
import { announceHostKeys } from './host-keys-message.ts';
import { knownHostsLine, publicHostKey } from './host-keys.ts';
import { ToClient } from './to-client.ts';
import { verifySignature } from './verify-signature.ts';
import { wireString } from './wire.ts';

const run = promisify(execFile);
const rsa = () => new Secret(ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 }).private);
const ed25519 = () => new Secret(ed25519KeyPair().private);
const PRESENTED = [ed25519(), rsa()];
const UPCOMING = [ed25519()];

interface Door {
  port: number;
  agreed: NegotiatedAlgorithms[];
  errors: string[];
  clients: Connection[];
}

const ends: (() => unknown)[] = [];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jadegate-kex-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) {
    await end();
  }
});

/** Lets in whoever signs, and runs what takes the place of a command. */
async function open(work: (client: Connection) => Promise<void> = async () => undefined): Promise<Door> {
  const door: Door = { port: 0, agreed: [], errors: [], clients: [] };
  const server = new ssh2.Server({
    hostKeys: PRESENTED.map((key) => key.expose()),
    algorithms: algorithmsOfDoor(),
  });
  server.on('connection', (client) => {
    door.clients.push(client);
    extendKeyExchange(client);
    announceHostKeys(client, [...PRESENTED, ...UPCOMING]);
    client.on('handshake', (agreed) => door.agreed.push(agreed));
    client.on('error', (error) => door.errors.push(error.message));
    client.on('authentication', (context) => {
      if (context.method !== 'publickey') {
        context.reject(['publickey']);
      } else if (
        !context.signature ||
        verifySignature(context.key, context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo)
      ) {
        context.accept();
      } else {
        context.reject();
      }
    });
    client.on('session', (accept) => {
      const session = accept();
      session.on('auth-agent', (agree) => agree?.());
      session.on('exec', (begin) => {
        const channel = begin();
        void work(client).finally(() => {
          channel.exit(0);
          channel.end();
        });
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  ends.push(() => door.clients.forEach((client) => client.end()));
  door.port = (server.address() as AddressInfo).port;
  return door;
}

function connect(port: number, hasMlKem: boolean): Promise<ssh2.Client> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    ends.push(() => client.destroy());
    client.on('ready', () => resolve(client)).on('error', reject);
    client.connect({
      host: '127.0.0.1',
      port,
      username: 'mei',
      privateKey: ed25519KeyPair().private,
    });
    if (hasMlKem) {
      offerMlKem(protocolOf(client));
    }
  });
}

it.runIf(isMlKemKnown)('is by ML-KEM where the client knows it, also when keys are renewed', async () => {
  const { port, agreed, clients } = await open();
  const client = await connect(port, true);
  expect(agreed.map(({ kex }) => kex)).toEqual([ML_KEM_EXCHANGE]);
  (protocolOf(client) as unknown as { rekey(): void }).rekey();
  await until(() => expect(agreed).toHaveLength(2));
  clients[0]?.rekey();
  await until(() => expect(agreed).toHaveLength(3));
  expect(agreed.map(({ kex }) => kex)).toEqual(Array.from({ length: 3 }, () => ML_KEM_EXCHANGE));
});

it('is by a curve where it does not, and never by what is broken', async () => {
  const { port, agreed } = await open();
  await connect(port, false);
  expect(agreed[0]?.kex).toMatch(/^curve25519-sha256/);
  const offered = await kexinitOf(port);
  expect(offered).toContain('kex-strict-s-v00@openssh.com');
  expect(offered).not.toMatch(/sha1|ssh-rsa|ssh-dss|cbc|group|zlib|hmac-md5|arcfour/);
});

it('is strict: a client that sends anything else meanwhile is refused', async () => {
  const { port, errors, agreed } = await open();
  const ignore = packet(Buffer.concat([Buffer.from([2]), wireString('anything')]));
  // Before its offer, and after it.
  expect(await sendRaw(port, Buffer.concat([ignore, clientKexinit()]))).toBe('closed');
  expect(await sendRaw(port, Buffer.concat([clientKexinit(), ignore]))).toBe('closed');
  expect(errors).toEqual([expect.stringContaining('not first packet'), expect.stringContaining('type 2')]);
  expect(agreed).toEqual([]);
});

it('refuses ML-KEM keys of the wrong length, or that lead to a secret everybody knows', async () => {
  const { port, errors, agreed } = await open();
  const init = (bytes: Buffer) => packet(Buffer.concat([Buffer.from([30]), wireString(bytes)]));
  expect(await sendRaw(port, Buffer.concat([clientKexinit(), init(Buffer.alloc(32))]))).toBe('closed');
  expect(await sendRaw(port, Buffer.concat([clientKexinit(), init(Buffer.alloc(1184 + 32))]))).toBe('closed');
  expect(errors).toHaveLength(2);
  expect(agreed).toEqual([]);
});

it('has OpenSSH learn the keys that are to come, and log in with every kind of key', async () => {
  const knownHosts = path.join(folder, 'known_hosts');
  const all = [...PRESENTED, ...UPCOMING];
  const lineOf = (key: Secret) => knownHostsLine('127.0.0.1', port, publicHostKey(key));
  // The client asks about our keys meanwhile, and writes down what it is answered.
  const { port, errors } = await open(() =>
    until(() => {
      const learned = readFileSync(knownHosts, 'utf8');
      expect(all.filter((key) => !learned.includes(lineOf(key)))).toEqual([]);
    }),
  );
  const [first] = PRESENTED;
  for (const [name, ...options] of [['ed25519'], ['ecdsa', '-b', '384'], ['rsa', '-b', '2048']] as const) {
    const key = path.join(folder, `id_${name}`);
    await run('ssh-keygen', ['-q', '-t', name, ...options, '-N', '', '-f', key]);
    writeFileSync(knownHosts, first ? `${lineOf(first)}\n` : '');
    await run('ssh', [...sshOptions(port, knownHosts), '-i', key, 'mei@127.0.0.1', 'true']);
  }
  const learned = readFileSync(knownHosts, 'utf8');
  for (const key of all) {
    expect(learned).toContain(lineOf(key));
  }
  expect(errors).toEqual([]);
});

it('reaches the agent of a client that asked for it', async () => {
  const socket = path.join(folder, 'agent');
  const noKeys = Buffer.from([0, 0, 0, 5, 12, 0, 0, 0, 0]);
  const agent = net.createServer((connection) => {
    // The client hangs up on it when it leaves.
    connection.on('error', () => undefined);
    connection.on('data', () => connection.write(noKeys));
  });
  await new Promise<void>((resolve) => agent.listen(socket, resolve));
  ends.push(() => agent.close());
  const answers: Buffer[] = [];
  const { port } = await open(async (client) => {
    const channel = await new ToClient(client).openAgent();
    channel.write(Buffer.from([0, 0, 0, 1, 11]));
    const [answer] = (await once(channel, 'data')) as [Buffer];
    answers.push(answer);
    channel.close();
  });
  const key = path.join(folder, 'id_agent');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const options = ['-A', '-o', 'StrictHostKeyChecking=no', ...sshOptions(port, path.join(folder, 'nobody'))];
  await run('ssh', [...options, '-i', key, 'mei@127.0.0.1', 'true'], { env: { SSH_AUTH_SOCK: socket } });
  expect(Buffer.concat(answers)).toEqual(noKeys);
});

function sshOptions(port: number, knownHosts: string): string[] {
  const options = [
    `UserKnownHostsFile=${knownHosts}`,
    'GlobalKnownHostsFile=/dev/null',
    'UpdateHostKeys=yes',
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'StrictHostKeyChecking=yes',
  ];
  return ['-F', 'none', '-p', String(port), ...options.flatMap((option) => ['-o', option])];
}

/** A message as it goes over the wire before keys are agreed on. */
function packet(payload: Buffer): Buffer {
  const padding = 8 + ((8 - ((5 + payload.length) % 8)) % 8);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(1 + payload.length + padding);
  head.writeUInt8(padding, 4);
  return Buffer.concat([head, payload, Buffer.alloc(padding)]);
}

function clientKexinit(): Buffer {
  const kex = `${isMlKemKnown ? ML_KEM_EXCHANGE : 'curve25519-sha256'},kex-strict-c-v00@openssh.com`;
  const cipher = 'aes128-gcm@openssh.com';
  const mac = 'hmac-sha2-256-etm@openssh.com';
  const lists = [kex, 'ssh-ed25519', cipher, cipher, mac, mac, 'none', 'none', '', ''];
  return packet(Buffer.concat([Buffer.alloc(17, 20), ...lists.map(wireString), Buffer.alloc(5)]));
}

function sendRaw(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    ends.push(() => socket.destroy());
    socket.on('error', () => undefined).resume();
    socket.once('close', () => resolve('closed'));
    socket.write('SSH-2.0-test\r\n');
    socket.write(bytes);
  });
}

/** The lists that are offered, as they come. */
function kexinitOf(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('SSH-2.0-test\r\n'));
    ends.push(() => socket.destroy());
    let seen = '';
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1');
      if (seen.includes('none')) {
        resolve(seen);
      }
    });
  });
}
