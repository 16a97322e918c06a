// Against the real guacd, TigerVNC, xrdp and an RDP host that asks for network-level authentication.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { afterEach, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { guacd, nlaHost, rdpHost, vncHost } from '../../testing/desktop-hosts.ts';
import { connectTcp } from '../dial/tcp.ts';
import { connectGuacd } from './connect-guacd.ts';
import type { GuacdConnection, GuacdEnd } from './connection.ts';
import { LoopbackListener } from './loopback-listener.ts';
import { desktopParameters, watchParameters, type DesktopProtocol } from './parameters.ts';

const PATIENT = { timeout: 20_000, interval: 20 };
const SCREEN = { width: 800, height: 600, dpi: 96 };
const LIMITS = { address: guacd, connectMs: 5000, handshakeMs: 15_000 };
const opened: GuacdConnection[] = [];
afterEach(() => opened.splice(0).forEach((connection) => connection.close()));

type Host = typeof vncHost;

async function open(protocol: DesktopProtocol, { host, port, username, password }: Host, attributes = {}) {
  const connection = await connectGuacd({
    ...LIMITS,
    select: protocol,
    screen: SCREEN,
    timezone: 'Asia/Taipei',
    name: '小明',
    parameters: desktopParameters({
      protocol,
      host,
      port,
      account: { username, password: new Secret(password) },
      defaults: {},
      attributes,
      timezone: 'Asia/Taipei',
      rights: { copy: true, paste: true },
    }),
  });
  return shown(connection);
}

/** What a viewer sees: it answers every frame, as guacd expects. */
function shown(connection: GuacdConnection) {
  opened.push(connection);
  const opcodes = new Map<string, number>();
  const ends: GuacdEnd[] = [];
  connection.listen({
    onInstructions: (batch) => {
      for (const instruction of batch) {
        const { opcode } = instruction;
        opcodes.set(opcode, (opcodes.get(opcode) ?? 0) + 1);
        if (opcode === 'sync') {
          connection.send(encodeInstruction('sync', instruction.args[0] ?? ''));
        }
      }
    },
    onTaken: () => undefined,
    onEnd: (end) => ends.push(end),
  });
  const count = (opcode: string) => opcodes.get(opcode) ?? 0;
  return { connection, ends, count };
}

describe('the real guacd', () => {
  it('comes through a door to a target that it cannot reach by itself', async () => {
    const dial = () => connectTcp(vncHost, AbortSignal.timeout(5000));
    const failures: unknown[] = [];
    const first = await dial();
    const door = await LoopbackListener.open({
      guacd,
      first,
      dial,
      onFailure: (error) => failures.push(error),
    });
    try {
      const { count } = await open('vnc', { ...vncHost, port: door.port });
      await expect.poll(() => count('blob') > 0 && count('sync') > 0, PATIENT).toBe(true);
    } finally {
      door.close();
    }
    expect(failures).toEqual([]);
  });

  it('shows a VNC desktop, and the same to somebody who joins', async () => {
    const { connection, count } = await open('vnc', vncHost);
    expect(connection.id).toMatch(/^\$[0-9a-f-]{36}$/);
    await expect.poll(() => count('blob') > 0 && count('sync') > 0, PATIENT).toBe(true);
    const joined = shown(
      await connectGuacd({ ...LIMITS, select: connection.id, screen: SCREEN, parameters: watchParameters() }),
    );
    await expect.poll(() => joined.count('blob') > 0 && joined.count('sync') > 0, PATIENT).toBe(true);
    expect(joined.connection.id).toBe(connection.id);
  });

  it('shows an RDP desktop', async () => {
    const { count } = await open('rdp', rdpHost);
    await expect.poll(() => count('blob') > 0 && count('sync') > 0, PATIENT).toBe(true);
  });

  it('shows an RDP desktop of a host that asks for the login first', async () => {
    const { count } = await open('rdp', nlaHost);
    await expect.poll(() => count('sync') > 0, PATIENT).toBe(true);
  });

  it.each([
    ['vnc', { ...vncHost, password: '😀;4.sync,1.0;玉門,' }],
    ['rdp', { ...nlaHost, username: '李;四,😀', password: '玉門;關,😀4.nop;' }],
  ] as const)('takes a hostile password of %s for a password, and refuses it', async (protocol, host) => {
    const { ends } = await open(protocol, host);
    await expect.poll(() => ends, PATIENT).toMatchObject([{ kind: 'error', error: { status: 519 } }]);
  });

  it('takes hostile text in every option for text', async () => {
    const text = '😀;,玉門5.mouse,1.0;';
    const attributes = { domain: text, 'remote-app-dir': text, 'remote-app-args': text };
    const { count } = await open('rdp', rdpHost, attributes);
    await expect.poll(() => count('sync') > 0, PATIENT).toBe(true);
  });

  it('says when there is nobody at the target, and when there is no such desktop to join', async () => {
    // A target that refuses at once may do so before guacd has let us join, who then hear of an end and of no error.
    const nobody = createServer((socket) => setTimeout(() => socket.destroy(), 500));
    nobody.listen(0, vncHost.host);
    await once(nobody, 'listening');
    const { ends } = await open('vnc', { ...vncHost, port: (nobody.address() as AddressInfo).port });
    await expect.poll(() => ends, PATIENT).toMatchObject([{ kind: 'error', error: { status: 519 } }]);
    nobody.close();
    const select = '$00000000-0000-4000-8000-000000000000';
    const joining = connectGuacd({ ...LIMITS, select, screen: SCREEN, parameters: watchParameters() });
    await expect(joining).rejects.toMatchObject({ problem: 'closed' });
  });
});
