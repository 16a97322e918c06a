import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { readBytes } from '../../kernel/read-bytes.ts';
import { Desktop } from './desktop.ts';
import { HOST_ACCOUNT } from './host-profile.ts';
import { createVncHost } from './vnc-host.ts';

const KEY = { enter: 0xff_0d, backspace: 0xff_08 };
const BYTES_PER_DOT = 4;

let host: Server;
let socket: Socket;
beforeEach(async () => {
  host = createVncHost(new Desktop()).listen(0, '127.0.0.1');
  await once(host, 'listening');
  socket = connect((host.address() as AddressInfo).port, '127.0.0.1');
});
afterEach(() => {
  socket.destroy();
  host.close();
});

const take = (length: number) => readBytes(socket, length, AbortSignal.timeout(30_000));
const send = (...bytes: number[]) => socket.write(Uint8Array.from(bytes));

/** As RFC 6143 §7.2.2 wants it: DES by the password, whose letters have their bits the other way round. */
function sealed(challenge: Buffer, password: string): Buffer {
  const mirror = (byte: number) =>
    [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => sum | (((byte >> bit) & 1) << (7 - bit)), 0);
  const key = Buffer.alloc(8);
  key.write(password);
  const mirrored = key.map(mirror);
  const cipher = createCipheriv('des-ede3', Buffer.concat([mirrored, mirrored, mirrored]), null);
  return Buffer.concat([cipher.setAutoPadding(false).update(challenge), cipher.final()]);
}

async function logIn(password: string): Promise<number> {
  expect((await take(12)).toString()).toBe('RFB 003.008\n');
  socket.write('RFB 003.008\n');
  expect([...(await take(2))]).toEqual([1, 2]);
  send(2);
  socket.write(sealed(await take(16), password));
  return (await take(4)).readUInt32BE();
}

async function greeted(): Promise<{ width: number; height: number; name: string }> {
  send(1);
  const head = await take(24);
  const name = await take(head.readUInt32BE(20));
  return { width: head.readUInt16BE(0), height: head.readUInt16BE(2), name: name.toString() };
}

/** Asks for what changed, or for all of it, and answers the area and its dots. */
async function picture(
  isWhole: boolean,
  { bytesPerDot = BYTES_PER_DOT } = {},
): Promise<{ width: number; dots: Buffer }> {
  send(3, isWhole ? 0 : 1, 0, 0, 0, 0, 4, 0, 2, 128);
  const head = await take(16);
  expect([head.readUInt16BE(2), head.readInt32BE(12)]).toEqual([1, 0]);
  const [width, height] = [head.readUInt16BE(8), head.readUInt16BE(10)];
  return { width, dots: await take(width * height * bytesPerDot) };
}

const press = (key: number) => send(4, 1, 0, 0, 0, 0, key >> 8, key & 0xff);

it('shows its picture to whoever has the password, and what keys change', async () => {
  expect(await logIn(HOST_ACCOUNT.password)).toBe(0);
  expect(await greeted()).toEqual({ width: 1024, height: 640, name: 'desk-01' });
  const first = await picture(true);
  expect(first.dots.length).toBe(1024 * 640 * BYTES_PER_DOT);
  press('x'.charCodeAt(0));
  const written = await picture(true);
  expect(written.dots.equals(first.dots)).toBe(false);
  // every colour of the picture by fewer bits: 2, 2 and 2 of a byte
  socket.write(Uint8Array.of(0, 0, 0, 0, 8, 6, 0, 1, 0, 3, 0, 3, 0, 3, 4, 2, 0, 0, 0, 0));
  const { dots } = await picture(true, { bytesPerDot: 1 });
  expect(new Set(dots).size).toBeGreaterThan(4);
  expect(Math.max(...new Set(dots))).toBeLessThan(64);
});

it('lets nobody in without it, and does not heed what it does not know', async () => {
  expect(await logIn('another one')).toBe(1);
  const reason = await take((await take(4)).readUInt32BE());
  expect(reason.toString()).toBe('wrong password');
  await once(socket, 'close');
});

it.each([
  ['a message that is none', [99]],
  ['colours by number', [0, 0, 0, 0, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['a clipboard of 4 GB', [6, 0, 0, 0, 255, 255, 255, 255]],
])('parts with whoever sends %s', async (_what, bytes) => {
  await logIn(HOST_ACCOUNT.password);
  await greeted();
  send(...bytes);
  socket.resume();
  await expect(once(socket, 'close')).resolves.toEqual([false]);
});

it('keeps a window on the screen wherever it is dragged', () => {
  const desktop = new Desktop();
  const changes: { x: number; y: number; width: number; height: number }[] = [];
  const stop = desktop.watch((area) => changes.push(area));
  desktop.point(500, 200, true);
  for (const [x, y] of [
    [1023, 0],
    [0, 639],
    [60_000, 60_000],
  ] as const) {
    desktop.point(x, y, true);
    // all of the window, which would be clipped beyond an edge
    expect(changes.at(-1)).toMatchObject({ width: 500, height: 340 });
  }
  desktop.point(0, 0, false);
  desktop.press(KEY.enter);
  desktop.press(KEY.backspace);
  stop();
  expect(changes.length).toBeGreaterThan(6);
});
