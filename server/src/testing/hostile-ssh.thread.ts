// What a hostile SSH client does, in a thread of its own: the time that it takes is not the server's.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

import { WireReader } from '../protocols/ssh-server/wire.ts';
import { Chance } from './fuzz.ts';
import { HostileSshClient, MESSAGE, type Field } from './hostile-ssh.ts';

export interface HostileWork {
  port: number;
  username: string;
  password: string;
  seed: number;
  rounds: number;
}

const { port, username, password, seed, rounds } = workerData as HostileWork;
const chance = new Chance(seed);
const NUMBERS = [0, 1, 255, 1024, 32_768, 2 ** 21, 2 ** 31, 2 ** 32 - 1];
const PACKETS = [0, 1, 1024, 32_768, 32_768, 2 ** 32 - 1];
const COMMANDS = ['say hello', 'count', 'wait', 'die', 'flood', 'none', 'x'.repeat(30_000), 'a\nb\0c', ''];
/** What their messages hold, where they hold anything. */
const REQUESTS: Record<string, () => Field[]> = {
  'exit-status': () => [number()],
  'exit-signal': () => [text(), true, text(), ''],
  'xon-xoff': () => [true],
  break: () => [number()],
  'auth-agent-req@openssh.com': () => [],
  'eow@openssh.com': () => [],
  'keepalive@openssh.com': () => [],
  'x11-req': () => [false, text(), text(), number()],
  nonsense: () => fields(),
};
const GLOBAL: Record<string, () => Field[]> = {
  'tcpip-forward': () => [text(), number()],
  'cancel-tcpip-forward': () => [text(), number()],
  'streamlocal-forward@openssh.com': () => [text()],
  'hostkeys-prove-00@openssh.com': () => Array.from({ length: chance.below(20) }, () => chance.of(hostKeys)),
  'no-more-sessions@openssh.com': () => [],
  'keepalive@openssh.com': () => [],
  nonsense: () => fields(),
};
const hostKeys: Buffer[] = [Buffer.from('none')];
/** So many of one kind come at once. */
const FLOOD = 300;

/** Mostly one that is there. */
const channel = () => chance.below(chance.below(5) === 0 ? 30 : 5);
const number = () => chance.of(NUMBERS);
const bytes = (most: number) => Buffer.alloc(chance.below(most), chance.below(256));
const text = () => chance.of(['', 'x', 'ssh-connection', '\u001B]0;x\u0007', 'y'.repeat(chance.below(3000))]);
const field = (): Field =>
  chance.of<() => Field>([number, text, () => bytes(2000), () => chance.below(2) === 0])();
const fields = () => Array.from({ length: chance.below(6) }, field);
const often = (work: () => void) => {
  for (let count = chance.below(FLOOD); count > 0; count--) {
    work();
  }
};

type Act = (client: HostileSshClient) => unknown;

const EVER: Act[] = [
  (client) => client.send(chance.below(256), ...fields()),
  (client) => client.sendRaw(bytes(3000)),
  (client) =>
    client.send(MESSAGE.channelRequest, channel(), chance.of(Object.keys(REQUESTS)), true, ...fields()),
  (client) => client.send(MESSAGE.globalRequest, chance.of(Object.keys(GLOBAL)), true, ...fields()),
  (client) => client.request(channel(), 'pty-req', text(), number(), number(), 0, 0, bytes(30_000)),
  (client) =>
    client.wish(chance.of(['direct-tcpip', 'direct-streamlocal@openssh.com']), { fields: fields() }),
  (client) => often(() => client.send(MESSAGE.ignore, 'x'.repeat(chance.below(500)))),
  (client) => often(() => client.send(MESSAGE.debug, true, text(), '')),
  (client) => client.send(MESSAGE.extInfo, number(), 'server-sig-algs', 'x,'.repeat(1000)),
  (client) => client.send(MESSAGE.serviceRequest, chance.of(['ssh-userauth', 'ssh-connection', 'x'])),
  (client) => client.rekey(),
  (client) => client.beginRekey(),
  (client) => client.stopReading(),
];

const STRANGER: Act[] = [
  (client) => client.send(MESSAGE.authRequest, username, 'ssh-connection', 'none'),
  (client) => client.send(MESSAGE.authRequest, username, 'ssh-connection', 'keyboard-interactive', '', ''),
  (client) => client.send(MESSAGE.authInfoResponse, number(), ...fields()),
  (client) => client.send(MESSAGE.authRequest, username, 'ssh-connection', 'password', true, 'old', 'new'),
  (client) => client.send(MESSAGE.authRequest, username, 'ssh-connection', 'hostbased', ...fields()),
  (client) => {
    const key = [
      'ssh-ed25519',
      'ssh-rsa',
      'rsa-sha2-256',
      'ecdsa-sha2-nistp256',
      'sk-ssh-ed25519@openssh.com',
    ];
    const proof = chance.below(2) === 0;
    client.send(
      MESSAGE.authRequest,
      username,
      'ssh-connection',
      'publickey',
      proof,
      chance.of(key),
      bytes(6000),
      ...(proof ? [bytes(3000)] : []),
    );
  },
  (client) => client.send(MESSAGE.authRequest, ...fields()),
  (client) => client.wish('session'),
];

const SIGNED_IN: Act[] = [
  (client) =>
    client.wish(chance.of(['session', 'auth-agent@openssh.com', 'nonsense']), {
      window: number(),
      packet: number(),
    }),
  (client) =>
    often(() => client.wish('session', { window: number(), packet: chance.of([1024, 32_768, 2 ** 32 - 1]) })),
  (client) => {
    const places = [
      ['127.0.0.1', 1, '', 0],
      ['web', 22, '', 0],
      [text(), number(), text(), number()],
      fields(),
    ];
    client.wish('direct-tcpip', { window: number(), packet: number(), fields: chance.of(places) });
  },
  (client) => client.wish('direct-streamlocal@openssh.com', { fields: ['/tmp/none', '', 0] }),
  (client) => client.request(channel(), 'pty-req', text(), number(), number(), 0, 0, Buffer.alloc(30_000)),
  (client) => client.request(channel(), 'pty-req', 'xterm', number(), number(), 0, 0, Buffer.from([0, 0])),
  (client) => client.request(channel(), 'shell'),
  (client) => client.request(channel(), 'exec', chance.of(COMMANDS)),
  (client) => client.request(channel(), 'subsystem', chance.of(['sftp', text()])),
  (client) => often(() => client.request(channel(), 'env', `LC_${'A'.repeat(chance.below(900))}`, text())),
  (client) => often(() => client.request(channel(), 'window-change', number(), number(), 0, 0)),
  (client) => often(() => client.request(channel(), 'signal', chance.of(['INT', 'TERM', text()]))),
  (client) => {
    const [name, make] = chance.of(Object.entries(REQUESTS));
    client.send(MESSAGE.channelRequest, channel(), name, true, ...make());
  },
  (client) => {
    const [name, make] = chance.of(Object.entries(GLOBAL));
    often(() => client.send(MESSAGE.globalRequest, name, true, ...make()));
  },
  (client) => client.send(MESSAGE.data, channel(), bytes(32_000)),
  (client) => often(() => client.send(MESSAGE.data, channel(), chance.of(['\r', 'ls\r', 'x', '\u0003']))),
  (client) => client.send(MESSAGE.extendedData, channel(), 1, bytes(1000)),
  (client) => client.send(MESSAGE.windowAdjust, channel(), number()),
  (client) => often(() => client.send(MESSAGE.windowAdjust, channel(), number())),
  (client) => client.send(MESSAGE.eof, channel()),
  (client) => client.send(MESSAGE.close, channel()),
  (client) => {
    const number = channel();
    client.request(number, 'exec', 'flood');
    client.send(MESSAGE.close, number);
  },
];

/** What was done before the server hung up: those who break a rule at once learn nothing. */
let acts = 0;

/** Something runs before it becomes odd: whoever breaks a rule at once learns little of what comes after. */
async function begin(client: HostileSshClient): Promise<void> {
  // Name and flag stand before the keys.
  const told = await client.hear(MESSAGE.globalRequest);
  const reader = new WireReader(told?.subarray(5 + 'hostkeys-00@openssh.com'.length + 1) ?? Buffer.alloc(0));
  for (let key = reader.string(); key; key = reader.string()) {
    hostKeys.push(key);
  }
  for (let count = chance.below(5); count > 0; count--) {
    const window = chance.of([0, 1000, 2 ** 20, 2 ** 32 - 1]);
    const channel = await client.open('session', { window, packet: chance.of(PACKETS) });
    if (typeof channel === 'number') {
      client.request(channel, 'exec', chance.of(COMMANDS));
    }
  }
  await Promise.race([client.hear(MESSAGE.data), sleep(500)]);
}

/** Before any keys: what is no SSH at all, and what stops in the middle of it. */
async function noise(): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  const starts = [
    '',
    'SSH-2.0-x\r\n',
    'SSH-2.0-x\r\n',
    'SSH-1.5-x\n',
    'GET / HTTP/1.1\r\n',
    'PROXY TCP4 ',
    '\r\n\r\n\0\r\nQUIT\n',
  ];
  socket.write(chance.of(starts));
  for (let count = chance.below(5); count > 0; count--) {
    // Of a packet of a length that may be, now and then.
    const head = Buffer.from([
      0,
      0,
      chance.below(140),
      chance.below(256),
      chance.below(20),
      chance.below(100),
    ]);
    socket.write(Buffer.concat([chance.below(2) === 0 ? head : Buffer.alloc(0), bytes(40_000)]));
    await sleep(1);
  }
  if (chance.below(2) === 0) {
    socket.end();
    await sleep(5);
  }
  socket.destroy();
}

async function round(): Promise<void> {
  if (chance.below(6) === 0) {
    await noise();
    return;
  }
  const client = await HostileSshClient.connect(port).catch(() => undefined);
  if (!client) {
    return;
  }
  const isIn = chance.below(4) > 0;
  if (isIn) {
    await client.logIn(username, password).catch(() => undefined);
    await begin(client);
  }
  const own = isIn ? SIGNED_IN : STRANGER;
  for (let count = 0; count < 60 && !client.isGone; count++) {
    // What waits for an answer may wait for ever.
    const act = chance.of(chance.below(30) === 0 ? EVER : own);
    await Promise.race([Promise.resolve(act(client)), sleep(20)]);
    acts += 1;
    client.heard = [];
    if (count % 5 === 4) {
      await sleep(chance.below(10));
    }
  }
  if (chance.below(3) === 0) {
    client.send(MESSAGE.disconnect, chance.below(20), text(), '');
    await sleep(5);
  }
  client.destroy();
}

for (let done = 0; done < rounds; done += 4) {
  await Promise.all([round(), round(), round(), round()]);
}
parentPort?.postMessage(acts);
