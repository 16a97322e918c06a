import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { StreamEnded } from '../../kernel/read-bytes.ts';
import { isSpokenSecurityType, NotVnc, readSecurityTypes, VncRefused } from './security-types.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** Says the first, hears a version, and says the second. */
async function asked(greeting: string, answer: number[] | 'close' = []) {
  let heard = '';
  const server = net.createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write(greeting);
    socket.once('data', (bytes) => {
      heard = bytes.toString('latin1');
      return answer === 'close' ? socket.destroy() : socket.write(Buffer.from(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stream = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  stream.on('error', () => undefined);
  closers.push(
    () => stream.destroy(),
    () => server.close(),
  );
  const types = await readSecurityTypes(stream, AbortSignal.timeout(5000));
  return { types, heard };
}

describe('the security types of a VNC server', () => {
  it.each<[string, string, number[], number[], string]>([
    ['3.8', 'RFB 003.008\n', [2, 1, 2], [1, 2], 'RFB 003.008\n'],
    ['3.7', 'RFB 003.007\n', [1, 19], [19], 'RFB 003.007\n'],
    ['3.3', 'RFB 003.003\n', [0, 0, 0, 2], [2], 'RFB 003.003\n'],
    ['3.5, which never was', 'RFB 003.005\n', [0, 0, 0, 1], [1], 'RFB 003.003\n'],
    ['3.889, as Apple says', 'RFB 003.889\n', [2, 30, 35], [30, 35], 'RFB 003.008\n'],
    ['4.1, as RealVNC says', 'RFB 004.001\n', [1, 5], [5], 'RFB 003.008\n'],
  ])('are read in version %s', async (_version, greeting, answer, types, spoken) => {
    expect(await asked(greeting, answer)).toEqual({ types, heard: spoken });
  });

  it('are not asked of a repeater', async () => {
    expect(await asked('RFB 000.000\n')).toEqual({ types: [], heard: '' });
  });

  it.each<[string, string, number[] | 'close', new () => Error]>([
    ['something else', 'SSH-2.0-Other\r\n', [], NotVnc],
    ['something like it', 'RFB is a nice word', [], NotVnc],
    ['one that refuses', 'RFB 003.008\n', [0, 0, 0, 0, 0], VncRefused],
    ['an old one that refuses', 'RFB 003.003\n', [0, 0, 0, 0], VncRefused],
    ['one that closes', 'RFB 003.008\n', 'close', StreamEnded],
  ])('are not had from %s', async (_what, greeting, answer, error) => {
    await expect(asked(greeting, answer)).rejects.toBeInstanceOf(error);
  });

  it('are those guacd logs in with, or not', () => {
    expect([1, 2, 19, 30].every(isSpokenSecurityType)).toBe(true);
    expect([5, 6, 16, 129, 255].some(isSpokenSecurityType)).toBe(false);
  });
});
