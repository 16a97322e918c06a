import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { afterEach, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { longestHold } from '../../testing/longest-hold.ts';
import { connectGuacd, type ConnectGuacdOptions } from './connect-guacd.ts';
import type { GuacdConnection, GuacdEnd } from './connection.ts';
import { InstructionReader, type Instruction } from './instruction.ts';
import { desktopParameters } from './parameters.ts';

const ARGS = encodeInstruction(
  'args',
  'VERSION_1_3_0',
  'hostname',
  'port',
  'password',
  'width',
  'new-option',
);
const READY = encodeInstruction('ready', '$a-desktop');
const PATIENT = { timeout: 30_000, interval: 10 };

/** Something that plays guacd. What it was told can be read. */
class FakeGuacd {
  readonly heard: [string, ...string[]][] = [];
  readonly sockets: Socket[] = [];
  readonly #server: Server;

  constructor(answer: (opcode: string, socket: Socket) => void) {
    this.#server = createServer((socket) => {
      const reader = new InstructionReader();
      this.sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        for (const { opcode, args } of reader.read(chunk)) {
          this.heard.push([opcode, ...args]);
          answer(opcode, socket);
        }
      });
    });
  }

  async listen() {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return { host: '127.0.0.1', port: (this.#server.address() as AddressInfo).port };
  }

  close(): void {
    this.sockets.forEach((socket) => socket.destroy());
    this.#server.close();
  }
}

let fake: FakeGuacd | undefined;
let connection: GuacdConnection | undefined;
afterEach(() => {
  connection?.close();
  fake?.close();
});

const willing = (opcode: string, socket: Socket) => {
  if (opcode === 'select') {
    socket.write(ARGS);
  } else if (opcode === 'connect') {
    socket.write(READY);
  }
};

async function open(
  answer: (opcode: string, socket: Socket) => void,
  change: Partial<ConnectGuacdOptions> = {},
): Promise<GuacdConnection> {
  fake = new FakeGuacd(answer);
  connection = await connectGuacd({
    address: await fake.listen(),
    select: 'vnc',
    screen: { width: 1024, height: 768, dpi: 96 },
    parameters: { hostname: 'desk', port: '5900' },
    connectMs: 2000,
    handshakeMs: 2000,
    ...change,
  });
  return connection;
}

/** Listens, and keeps what it hears. */
function listened(to: GuacdConnection) {
  const heard: Instruction[] = [];
  const ends: GuacdEnd[] = [];
  to.listen({
    onInstructions: (batch) => heard.push(...batch),
    onTaken: () => undefined,
    onEnd: (end) => ends.push(end),
  });
  return { heard, ends };
}

describe('the handshake with guacd', () => {
  it('says everything in the order guacd asks for', async () => {
    const { id } = await open(willing, { timezone: 'Asia/Taipei', name: '小明' });
    expect(id).toBe('$a-desktop');
    expect(fake?.heard).toEqual([
      ['select', 'vnc'],
      ['size', '1024', '768', '96'],
      ['audio', 'audio/L8', 'audio/L16'],
      ['video'],
      ['image', 'image/jpeg', 'image/png', 'image/webp'],
      ['timezone', 'Asia/Taipei'],
      ['name', '小明'],
      ['connect', 'VERSION_1_3_0', 'desk', '5900', '', '1024', ''],
    ]);
  });

  it.each([
    ['VERSION_1_5_4', 'VERSION_1_5_0', true],
    ['VERSION_1_1_0', 'VERSION_1_1_0', false],
  ])('speaks the lower version of both: %s', async (offered, spoken, isNamed) => {
    await open(
      (opcode, socket) =>
        opcode === 'select' ? socket.write(encodeInstruction('args', offered)) : willing(opcode, socket),
      { timezone: 'UTC', name: 'somebody' },
    );
    expect(fake?.heard.at(-1)).toEqual(['connect', spoken]);
    expect(fake?.heard.some(([opcode]) => opcode === 'name')).toBe(isNamed);
  });

  it.each([
    [
      'says why not',
      (socket: Socket) => socket.write(encodeInstruction('error', 'no', '519')),
      { status: 519 },
    ],
    ['hangs up', (socket: Socket) => socket.end(), { problem: 'closed' }],
    ['is something else', (socket: Socket) => socket.write('SSH-2.0-OpenSSH\r\n'), { problem: 'not-guacd' }],
    ['says something else', (socket: Socket) => socket.write('4.sync,1.0;'), { problem: 'not-guacd' }],
    ['says nothing', () => undefined, { problem: 'timed-out' }],
  ])('fails when guacd %s, and leaves no socket', async (_what, answer, wanted) => {
    await expect(open((_opcode, socket) => void answer(socket), { handshakeMs: 300 })).rejects.toMatchObject(
      wanted,
    );
    const [socket] = fake?.sockets ?? [];
    await expect.poll(() => socket?.destroyed ?? true, PATIENT).toBe(true);
  });

  it('fails when there is no guacd, and when somebody changes their mind', async () => {
    const nowhere = { address: { host: '127.0.0.1', port: 1 } };
    await expect(open(willing, nowhere)).rejects.toMatchObject({ problem: 'refused' });
    const abort = new AbortController();
    const opening = open(() => abort.abort(new Error('left')), { signal: abort.signal });
    await expect(opening).rejects.toThrow('left');
  });
});

describe('a desktop', () => {
  const HOSTILE = ['😀;', '玉門,關', '4.sync,1.0;', 'a;5.mouse,1.0,1.0;', '👩‍👩‍👧,', '𠮷;𠮷', '-'];

  it.each(['rdp', 'vnc'] as const)('of %s takes any text in any parameter for a text', async (protocol) => {
    const names = Object.keys(
      desktopParameters({
        protocol,
        host: '',
        port: 1,
        account: { username: '', password: undefined },
        defaults: {},
        attributes: {},
        timezone: '',
        rights: { copy: true, paste: true },
      }),
    );
    expect(names.length).toBeGreaterThan(8);
    for (const text of HOSTILE) {
      const parameters = Object.fromEntries(names.map((name) => [name, new Secret(text)]));
      await open(
        (opcode, socket) =>
          opcode === 'select' ? socket.write(encodeInstruction('args', ...names)) : willing(opcode, socket),
        { select: protocol, parameters },
      );
      expect(fake?.heard.at(-1)).toEqual(['connect', ...names.map(() => text)]);
      fake?.close();
    }
  });

  it('gives the asset’s options before the settings’, and what is not allowed to guacd as well', () => {
    const parameters = desktopParameters({
      protocol: 'rdp',
      host: 'desk',
      port: 3389,
      account: { username: 'u', password: new Secret('p') },
      defaults: { 'color-depth': '24', 'enable-wallpaper': 'true' },
      attributes: { 'color-depth': '16', domain: 'CORP', 'dest-host': 'not RDP' },
      timezone: 'Asia/Taipei',
      rights: { copy: false, paste: true },
    });
    expect(parameters).toMatchObject({
      'color-depth': '16',
      'enable-wallpaper': 'true',
      domain: 'CORP',
      'disable-copy': 'true',
      'disable-paste': '',
    });
    expect(parameters).not.toHaveProperty('dest-host');
  });
});

describe('a connection to guacd', () => {
  it('hands on what came with the handshake and after it, in whole instructions', async () => {
    const opened = await open((opcode, socket) => {
      willing(opcode, socket);
      if (opcode === 'connect') {
        socket.write('4.size,1.0,4.1024,3.768;4.na');
      }
    });
    const { heard } = listened(opened);
    fake?.sockets[0]?.write('me,2.玉門;');
    await expect.poll(() => heard.map(({ opcode }) => opcode), PATIENT).toEqual(['size', 'name']);
  });

  it('ends once when the end came with the handshake', async () => {
    const opened = await open((opcode, socket) => {
      if (opcode === 'connect') {
        socket.write(READY + encodeInstruction('error', 'nobody there', '519'));
      } else {
        willing(opcode, socket);
      }
    });
    const { ends } = listened(opened);
    await expect.poll(() => fake?.sockets[0]?.destroyed, PATIENT).toBe(true);
    expect(ends).toMatchObject([{ kind: 'error', error: { status: 519 } }]);
    expect(ends).toHaveLength(1);
  });

  it.each([
    ['an error', encodeInstruction('error', 'gone', '523'), { kind: 'error', error: { status: 523 } }],
    ['the end', encodeInstruction('disconnect'), { kind: 'finished' }],
    ['nonsense', 'GET / HTTP/1.1\r\n', { kind: 'error' }],
  ])('ends once when it reads %s, though guacd leaves the socket open', async (_what, text, wanted) => {
    const { heard, ends } = listened(await open(willing));
    fake?.sockets[0]?.write(`3.nop;${text}`);
    await expect.poll(() => ends, PATIENT).toMatchObject([wanted]);
    await expect.poll(() => fake?.sockets[0]?.destroyed, PATIENT).toBe(true);
    expect(ends).toHaveLength(1);
    // Nonsense spoils what came with it.
    expect(heard.length).toBeLessThanOrEqual(1);
  });

  it('ends when guacd is killed, and when nothing is heard of it', async () => {
    const killed = listened(await open(willing));
    fake?.sockets[0]?.destroy();
    await expect.poll(() => killed.ends, PATIENT).toEqual([{ kind: 'lost' }]);
    fake?.close();
    const timing = { silenceMs: 200, keepAliveMs: 10_000 };
    const silent = listened(await open(willing, { timing }));
    await expect.poll(() => silent.ends, PATIENT).toEqual([{ kind: 'silent' }]);
  });

  it('keeps itself alive, and says farewell', async () => {
    const opened = await open(willing, { timing: { silenceMs: 60_000, keepAliveMs: 20 } });
    listened(opened);
    await expect.poll(() => fake?.heard.at(-1), PATIENT).toEqual(['nop']);
    const closed = once(fake?.sockets[0] as Socket, 'end');
    opened.close();
    await closed;
    expect(fake?.heard.at(-1)).toEqual(['disconnect']);
  });

  it('lets guacd wait while nobody takes what it sends', async () => {
    const opened = await open(willing);
    const { heard } = listened(opened);
    opened.pause();
    const text = encodeInstruction('blob', '1', 'A'.repeat(8000));
    const socket = fake?.sockets[0];
    while (socket?.write(text.repeat(50)) === true) {
      // Until the system takes no more.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
    opened.resume();
    await expect.poll(() => heard.length, PATIENT).toBeGreaterThan(50);
  });

  it('reads a flood of tiny instructions in several turns', async () => {
    const { heard } = listened(await open(willing));
    const worst = await longestHold(async () => {
      fake?.sockets[0]?.write('0.;'.repeat(400_000));
      await expect.poll(() => heard.length, { timeout: 20_000, interval: 5 }).toBe(400_000);
    });
    expect(worst).toBeLessThan(1000);
  });
});
