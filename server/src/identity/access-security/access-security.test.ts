import { BlockList } from 'node:net';

import type { AccessSecurity } from '@jadegate/contract/identity/access-security';
import type { Page } from '@jadegate/contract/paging';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { useTestServer } from '../../testing/test-server.ts';
import { AddressRules, type AddressRule } from './access-security.policy.ts';

const server = useTestServer();
afterEach(async () => {
  await server.current.db.deleteFrom('access_security').execute();
  server.current.passTime(5000);
});

async function call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const token = await server.current.services.logins.signIn(
    { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: '' },
    { username: 'admin', door: 'web', proof: { kind: 'password', password: 'correct horse battery' } },
  );
  return server.current.call<Data>(method, url, { token: token.token, ...(body && { body }) });
}

describe('the address rules', () => {
  it('lets the strongest rule that matches decide, and everybody else in', () => {
    const octet = fc.integer({ min: 1, max: 4 });
    const rules = fc.array(
      fc.record({
        ip: octet.map((last) => `10.0.0.${last}`),
        rule: fc.constantFrom('allow' as const, 'reject' as const),
        priority: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(rules, octet, (given, last) => {
        const all: AddressRule[] = given.map((rule, index) => ({ ...rule, id: String(index) }));
        let verdict: string = 'allow';
        outer: for (const priority of [1, 2, 3]) {
          for (const rule of all) {
            if (rule.priority === priority && rule.ip === `10.0.0.${last}`) {
              verdict = rule.rule;
              break outer;
            }
          }
        }
        expect(new AddressRules(all).allows(`10.0.0.${last}`)).toBe(verdict === 'allow');
      }),
    );
  });

  it('keeps an address out of everything at once, and lets it back in when the rule is gone', async () => {
    const { data: rule } = await call<AccessSecurity>('POST', '/securities', {
      ip: '127.9.0.0/16',
      rule: 'reject',
      priority: 10,
    });
    const visit = (url: string, accept = 'application/json') =>
      server.current.inject('GET', url, { address: '127.9.1.1', headers: { accept } });
    expect((await visit('/branding')).json()).toMatchObject({ code: -1, error: 'access_security.refused' });
    expect((await visit('/login', 'text/html')).statusCode).toBe(403);
    expect((await visit('/docs')).json()).toMatchObject({ code: -1 });
    expect((await visit('/healthz')).statusCode).toBe(200);
    expect((await server.current.call('GET', '/branding', { address: '127.8.1.1' })).code).toBe(1);
    await call('DELETE', `/securities/${rule.id}`);
    expect((await visit('/branding')).json()).toMatchObject({ code: 1 });
  });

  it('warns who would shut themselves out, and does it when they confirm', async () => {
    const body = { ip: '127.0.0.1', rule: 'reject', priority: 1 };
    expect(await call('POST', '/securities', body)).toMatchObject({
      error: 'access_security.locks_out',
      params: { address: '127.0.0.1' },
    });
    expect((await server.current.call('GET', '/branding')).code).toBe(1);
    expect(await call('POST', '/securities', { ...body, confirmLockout: true })).toMatchObject({ code: 1 });
    expect(await server.current.call('GET', '/branding')).toMatchObject({ error: 'access_security.refused' });
  });

  it('warns also before a change or a deletion that shuts oneself out', async () => {
    const { data: mine } = await call<AccessSecurity>('POST', '/securities', {
      ip: '127.0.0.1',
      rule: 'allow',
      priority: 1,
    });
    await call('POST', '/securities', { ip: '0.0.0.0/0', rule: 'reject', priority: 50 });
    expect(await call('DELETE', `/securities/${mine.id}`)).toMatchObject({
      error: 'access_security.delete_locks_out',
      params: { address: '127.0.0.1' },
    });
    expect(await call('PUT', `/securities/${mine.id}`, { ...mine, rule: 'reject' })).toMatchObject({
      error: 'access_security.locks_out',
    });
    expect((await call<Page<AccessSecurity>>('GET', '/securities/paging?name=127.0')).data.items).toEqual([
      mine,
    ]);
  });

  it.each([
    ['no address', { ip: '' }],
    ['an odd address', { ip: '10.0.0.300' }],
    ['a range that ends before it begins', { ip: '10.0.0.9-10.0.0.1' }],
    ['an unknown rule', { rule: 'perhaps' }],
    ['a priority out of bounds', { priority: 101 }],
  ])('refuses %s', async (_what, given) => {
    expect(
      await call('POST', '/securities', { ip: '10.0.0.1', rule: 'reject', priority: 5, ...given }),
    ).toMatchObject({ code: 400 });
  });

  it('says that a rule is gone', async () => {
    expect(await call('GET', '/securities/nothing')).toMatchObject({
      code: 404,
      error: 'access_security.not_found',
    });
  });
});

it('reads rules that stay the same again, and compiles them once', async () => {
  const token = await server.current.login();
  const body = { ip: '192.0.2.77/32', rule: 'reject', priority: 1 };
  const { data } = await server.current.call<AccessSecurity>('POST', '/securities', { token, body });
  const added = vi.spyOn(BlockList.prototype, 'addSubnet');
  for (let time = 0; time < 3; time++) {
    server.current.passTime(3000);
    expect(await server.current.services.accessSecurity.allows('192.0.2.77')).toBe(false);
  }
  expect(added).not.toHaveBeenCalled();
  added.mockRestore();
  await server.current.call('DELETE', `/securities/${data.id}`, { token });
});
