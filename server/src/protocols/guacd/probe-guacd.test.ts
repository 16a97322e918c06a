import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { probeGuacd } from './probe-guacd.ts';

describe('asking guacd', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function listen(answer: (socket: Socket, text: string) => void): Promise<number> {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => answer(socket, data.toString()));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const probe = (port: number, timeoutMs = 2000) => probeGuacd({ host: '127.0.0.1', port, timeoutMs });

  it('answers its version, also when it comes in pieces', async () => {
    let asked = '';
    const port = await listen((socket, text) => {
      asked = text;
      socket.write('4.args,13.VERS');
      setTimeout(() => socket.write('ION_1_3_0,8.hostname;'), 20);
    });
    expect(await probe(port)).toMatchObject({ reachable: true, version: '1.3.0' });
    expect(asked).toBe('6.select,3.vnc;');
  });

  it('does not need a version', async () => {
    const port = await listen((socket) => socket.write('4.args,8.hostname;'));
    expect(await probe(port)).toMatchObject({ reachable: true, version: '' });
  });

  it.each([
    ['something else', (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9\r\n'), 'not-guacd'],
    ['another instruction', (socket: Socket) => socket.write('5.error,2.no,3.519;'), 'not-guacd'],
    ['a flood', (socket: Socket) => socket.write(`4.args,99999.${'a'.repeat(20_000)}`), 'not-guacd'],
    ['a hang-up', (socket: Socket) => socket.end(), 'closed'],
    ['silence', () => undefined, 'timed-out'],
  ])('says so about %s', async (_what, answer, problem) => {
    const port = await listen(answer);
    expect(await probe(port, 300)).toEqual({ reachable: false, problem });
  });

  it('says so when nobody listens, or the name is unknown', async () => {
    expect(await probe(1)).toEqual({ reachable: false, problem: 'refused' });
    expect(await probeGuacd({ host: 'no-such-host.invalid', port: 4822, timeoutMs: 5000 })).toEqual({
      reachable: false,
      problem: 'unknown-host',
    });
  });
});
