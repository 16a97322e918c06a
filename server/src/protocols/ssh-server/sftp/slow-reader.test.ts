import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplexPair, type Duplex } from 'node:stream';

import { expect, it, onTestFinished } from 'vitest';

import { flagsOf, startSftpServer } from '../../../testing/sftp-rig.ts';
import { until } from '../../../testing/until.ts';
import { packet, PacketReader, STATUS, text, TYPE } from '../../ssh/sftp-packet.ts';
import { SftpMux } from './mux.ts';
import { SftpRelay } from './relay.ts';

const MEGABYTE = 2 ** 20;

async function muxOf(client: Duplex): Promise<void> {
  const mux = new SftpMux(client, {
    list: async () => ['one', 'two'],
    has: async () => true,
    open: async () => {
      throw new Error('nothing is opened here');
    },
    reasonOf: String,
  });
  onTestFinished(() => mux.close());
}

async function relayOf(client: Duplex): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-slow-'));
  await chmod(folder, 0o777);
  const relay = new SftpRelay({
    client,
    target: startSftpServer(folder),
    rights: () => flagsOf(),
    refusal: () => 'refused '.repeat(20),
    onLine: async () => undefined,
    onActivity: () => undefined,
  });
  onTestFinished(async () => {
    relay.close();
    await relay.done;
    await rm(folder, { recursive: true });
  });
}

it.each([
  ['several roots', muxOf],
  ['a host', relayOf],
])('hears a client that does not take its answers no further, at %s', async (_name, serve) => {
  const [side, client] = duplexPair();
  await serve(client);
  side.write(packet(TYPE.init, [3]));
  await until(() => expect(side.readableLength).toBeGreaterThan(0));
  // Answered here, and not by any host.
  const asked = Array.from({ length: 50_000 }, (_, id) => packet(TYPE.mkdir, [id + 1, text('/x/y'), 0]));
  side.write(Buffer.concat(asked.slice(0, 100)));
  const rest = Buffer.concat(asked);
  for (let at = 0; at < rest.length; at += 32_768) {
    side.write(rest.subarray(at, at + 32_768));
  }
  let before = -1;
  while (before !== side.writableLength) {
    before = side.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(client.writableLength).toBeLessThan(MEGABYTE);
  expect(side.writableLength).toBeGreaterThan(rest.length / 2);
  // Who goes on to read is heard again.
  side.resume();
  await until(() => expect(side.writableLength).toBe(0));
});

it('keeps a few listings of the top open for a client, and no more', async () => {
  const [side, client] = duplexPair();
  await muxOf(client);
  const codes: (number | undefined)[] = [];
  side.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
      codes.push(bytes[at + 4] === TYPE.status ? new PacketReader(bytes, at + 9).uint32() : undefined);
    }
  });
  side.write(packet(TYPE.init, [3]));
  for (let id = 1; id <= 20; id++) {
    side.write(packet(TYPE.opendir, [id, text('/')]));
  }
  await until(() => expect(codes).toHaveLength(21));
  expect(codes.filter((code) => code === STATUS.failure)).toHaveLength(4);
});
