import { afterEach, expect, it, vi } from 'vitest';

import { UnprovenConnections } from './unproven-connections.ts';

afterEach(() => vi.useRealTimers());

function room(perAddress = 10) {
  vi.useFakeTimers();
  const full: string[] = [];
  const dropped: string[] = [];
  const connections = new UnprovenConnections({ perAddress, onFull: (address) => full.push(address) });
  const enter = (address: string, isProxy = false) =>
    connections.enter(address, () => dropped.push(address), { isProxy });
  return { connections, enter, full, dropped };
}

it('seats so many of one address, of a whole /64 where it is IPv6, and of a balancer more', async () => {
  const { enter, connections, full } = room(2);
  await Promise.all([enter('192.0.2.1'), enter('192.0.2.1'), enter('2001:db8::1'), enter('2001:db8::2')]);
  const late = [enter('192.0.2.1'), enter('2001:db8::3'), enter('2001:db8:1::1')];
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await Promise.all(late)).map((seat) => seat !== undefined)).toEqual([false, false, true]);
  expect(full).toEqual(['192.0.2.1', '2001:db8:0:0::/64']);
  await Promise.all(Array.from({ length: 40 }, () => enter('192.0.2.9', true)));
  expect(connections.count).toBe(45);
});

it('gives a seat that is left to who waits longest and has room, and to no more than so many of an address', async () => {
  const { enter, full } = room(1);
  const [mine, others] = [await enter('192.0.2.1'), await enter('192.0.2.2')];
  const order: string[] = [];
  for (const [name, address] of [
    ['first', '192.0.2.1'],
    ['second', '192.0.2.1'],
    ['third', '192.0.2.1'],
    ['other', '192.0.2.2'],
  ] as const) {
    void enter(address).then((seat) => seat && order.push(name));
  }
  expect(await enter('192.0.2.1')).toBeUndefined();
  expect(full).toEqual(['192.0.2.1']);
  others?.leave();
  others?.leave();
  await vi.advanceTimersByTimeAsync(0);
  mine?.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['other', 'first']);
});

it('has make room who is silent for long, of the same address, and never who has agreed on keys', async () => {
  const { enter, dropped } = room(2);
  const agreed = await enter('192.0.2.1');
  agreed?.agree();
  await enter('192.0.2.1');
  await enter('192.0.2.2');
  await vi.advanceTimersByTimeAsync(5100);
  expect(await enter('192.0.2.1')).toBeDefined();
  expect(dropped).toEqual(['192.0.2.1']);
});

it('has make room who holds most of it, where many come from everywhere', async () => {
  const { enter, dropped, connections } = room(10);
  for (let count = 0; count < 500; count++) {
    (await enter(`198.51.100.${count % 50}`))?.agree();
  }
  (await enter('192.0.2.1'))?.agree();
  expect(connections.count).toBe(500);
  expect(dropped).toEqual(['198.51.100.0']);
  // Whoever is alone stays, however many others come.
  for (let count = 0; count < 100; count++) {
    await enter(`203.0.113.${count}`);
  }
  expect(dropped).not.toContain('192.0.2.1');
  expect(connections.count).toBe(500);
});
