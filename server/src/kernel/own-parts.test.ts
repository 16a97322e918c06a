import { networkInterfaces } from 'node:os';

import { afterEach, describe, expect, it } from 'vitest';

import { isOwnPart, isThisMachine, registerOwnPart, placeOfUrl } from './own-parts.ts';

const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((giveBack) => giveBack()));
const keep = (...places: Parameters<typeof registerOwnPart>) => void undo.push(registerOwnPart(...places));

/** Everything that leads to this machine, however it is spelled. */
const HERE = [
  '127.0.0.1',
  '127.9.8.7',
  '0.0.0.0',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::',
  '::ffff:127.0.0.1',
  '::FFFF:7F00:1',
  '0:0:0:0:0:ffff:127.0.0.1',
  '::1%lo',
];

describe('a part of the product', () => {
  it.each(HERE)('on this machine is one by %s', async (address) => {
    expect(isThisMachine(address)).toBe(true);
    keep(() => [{ host: '127.0.0.1', port: 4000 }]);
    expect(await isOwnPart(address, 4000)).toBe(true);
    expect(await isOwnPart(address, 4001)).toBe(false);
  });

  it('that listens on every address is one by each that a card has', async () => {
    const cards = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    expect(cards.length).toBeGreaterThan(0);
    keep(() => [{ host: '0.0.0.0', port: 4000 }]);
    for (const { address } of cards) {
      expect(await isOwnPart(address, 4000)).toBe(true);
    }
  });

  it('elsewhere is one by its address, and by nothing else', async () => {
    keep(() => [{ host: '192.0.2.9', port: 4000 }]);
    expect(await isOwnPart('192.0.2.9', 4000)).toBe(true);
    expect(await isOwnPart('::ffff:192.0.2.9', 4000)).toBe(true);
    expect(await isOwnPart('192.0.2.8', 4000)).toBe(false);
    expect(await isOwnPart('127.0.0.1', 4000)).toBe(false);
  });

  it('is one by where it is now, and no more once it is gone', async () => {
    let port = 4000;
    const giveBack = registerOwnPart(async () => [{ host: 'localhost', port }]);
    undo.push(giveBack);
    expect(await isOwnPart('127.0.0.1', 4000)).toBe(true);
    port = 4001;
    expect(await isOwnPart('127.0.0.1', 4000)).toBe(false);
    expect(await isOwnPart('127.0.0.1', 4001)).toBe(true);
    giveBack();
    expect(await isOwnPart('127.0.0.1', 4001)).toBe(false);
  });
});

it.each([
  ['postgres://u:p@db.internal:6432/x', 'db.internal', 6432],
  ['postgresql://u@db.internal/x', 'db.internal', 5432],
  ['postgres:///x?host=/run/postgresql', 'localhost', 5432],
  ['postgres:///x?host=db.internal&port=6432', 'db.internal', 6432],
  ['https://gate-2.internal', 'gate-2.internal', 443],
  ['http://[::1]:9000', '::1', 9000],
])('%s is at %s, port %i', (url, host, port) => {
  expect(placeOfUrl(url)).toEqual({ host, port });
});
