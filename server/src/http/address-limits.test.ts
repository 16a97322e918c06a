import { expect, it } from 'vitest';

import { ADMIN_PASSWORD } from '../testing/test-database.ts';
import { useTestServer } from '../testing/test-server.ts';

const server = useTestServer();

const login = (address: string, username: string, password = 'wrong') =>
  server.current.call('POST', '/login', { address, body: { username, password } });

it('one line with IPv6 does not get a new limit with each of its addresses', async () => {
  const errors = new Set<string | undefined>();
  for (let device = 1; device <= 25; device += 1) {
    errors.add((await login(`2001:db8:7:1::${device.toString(16)}`, `guess-${device}`)).error);
  }
  expect(errors).toContain('login.locked');
  expect((await login('2001:db8:7:2::1', 'admin', ADMIN_PASSWORD)).code).toBe(1);
});

it('requests of one line are counted together, whichever address they come from', async () => {
  const remaining = async (address: string) =>
    Number((await server.current.inject('GET', '/branding', { address })).headers['x-ratelimit-remaining']);
  const first = await remaining('2001:db8:8:1::1');
  expect(await remaining('2001:db8:8:1:ffff::2')).toBe(first - 1);
  expect(await remaining('2001:db8:8:2::1')).toBe(first);
});
