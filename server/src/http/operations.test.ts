import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { describe, expect, it } from 'vitest';

import { createLogger } from '../kernel/logger.ts';
import { TestServer, useTestServer } from '../testing/test-server.ts';
import { ReadinessCheck } from './health.ts';

const consoleRoot = mkdtempSync(path.join(tmpdir(), 'jadegate-console-'));
writeFileSync(
  path.join(consoleRoot, 'index.html'),
  '<html lang="zh-Hant-TW"><meta name="csp-nonce" content="__CSP_NONCE__"></html>',
);
writeFileSync(path.join(consoleRoot, 'favicon.svg'), '<svg/>');

const server = useTestServer({ consoleRoot });

describe('/healthz and /readyz', () => {
  it('say that the process lives, and whether it can serve anybody', async () => {
    const lone = await TestServer.start();
    const ready = () => lone.inject('GET', '/readyz');
    expect((await lone.inject('GET', '/healthz')).statusCode).toBe(200);
    expect((await ready()).json()).toEqual({
      status: 'ok',
      parts: { database: 'ok', lease: 'ok', disk: 'ok', storage: 'ok' },
    });
    await lone.services.database.close();
    await expect.poll(async () => (await ready()).statusCode).toBe(503);
    expect((await ready()).json()).toEqual({
      status: 'unavailable',
      parts: { database: 'unavailable', lease: 'ok', disk: 'ok', storage: 'ok' },
    });
    expect((await lone.inject('GET', '/healthz')).statusCode).toBe(200);
    expect(await lone.call('POST', '/login', { body: { username: 'admin', password: 'x' } })).toMatchObject({
      code: -1,
    });
    await lone.stop().catch(() => undefined);
  });

  it('does not wait for a part that never answers, and asks it once for all who want to know', async () => {
    let asked = 0;
    const silent = () => {
      asked++;
      return new Promise<void>(() => undefined);
    };
    const logger = createLogger('silent');
    const parts = {
      silent: { check: silent, isNeeded: true },
      well: { check: () => Promise.resolve(), isNeeded: true },
    };
    const check = new ReadinessCheck(parts, logger, 20);
    const answers = await Promise.all([check.read(), check.read()]);
    expect(answers[0]).toEqual({ status: 'unavailable', parts: { silent: 'unavailable', well: 'ok' } });
    expect(answers[1]).toBe(answers[0]);
    expect(asked).toBe(1);
  });

  it('stays ready without a guacd that somebody named: terminals go on', async () => {
    const lone = await TestServer.start({ guacd: { host: '127.0.0.1', port: 1, isOurs: false } });
    const { statusCode, body } = await lone.inject('GET', '/readyz');
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      status: 'degraded',
      parts: { database: 'ok', guacd: 'unavailable' },
    });
    await lone.stop();
  });
});

describe('/metrics', () => {
  it('is for this machine only', async () => {
    const response = await server.current.inject('GET', '/metrics');
    expect(response.body).toContain('jadegate_http_request_duration_seconds');
    const refused = [{ address: '192.0.2.1' }, { headers: { 'x-forwarded-for': '127.0.0.1' } }];
    for (const call of refused) {
      const answer = await server.current.inject('GET', '/metrics', call);
      // Prometheus looks at the status alone: with 200 it would call a refusal a bad text.
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 401 }]);
    }
  });

  it.each([
    ['one proxy', { trustedProxies: ['127.0.0.1'] }],
    ['two proxies', { trustedProxies: ['127.0.0.1', '10.0.0.2'] }],
    ['a public address', { publicUrls: ['https://gate.example'] }],
  ])('takes nobody at their address behind %s', async (_, options) => {
    const behind = await TestServer.start(options);
    const spoofs: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '127.0.0.1, 10.0.0.2' },
      { 'x-real-ip': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
    ];
    for (const headers of spoofs) {
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.2']) {
        const answer = await behind.inject('GET', '/metrics', { headers, address });
        expect(answer.json()).toMatchObject({ code: 401, error: 'metrics.token_required' });
      }
    }
    await behind.stop();
  });

  it('asks for the token wherever the request comes from, when there is one', async () => {
    const guarded = await TestServer.start({ metricsToken: 'a-long-metrics-token' });
    const read = (authorization: string) =>
      guarded.inject('GET', '/metrics', { headers: { authorization }, address: '192.0.2.1' });
    expect((await read('Bearer a-long-metrics-token')).body).toContain('process_cpu');
    expect((await read('Bearer a-long-metrics-tokex')).json()).toMatchObject({ code: 401 });
    expect((await guarded.inject('GET', '/metrics')).statusCode).toBe(401);
    await guarded.stop();
  });
});

it('leaves probes out of the log, unless they are refused', async () => {
  const levels = async (url: string, address: string) => {
    const before = server.current.logLines.length;
    await server.current.inject('GET', url, { address });
    await expect
      .poll(() => server.current.logLines.slice(before).some((line) => line.includes('"msg":"request"')))
      .toBe(true);
    return server.current.logLines
      .slice(before)
      .map((line) => JSON.parse(line) as { level: string; msg: string })
      .flatMap(({ level, msg }) => (msg === 'request' ? [level] : []));
  };
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    expect([url, await levels(url, '127.0.0.1')]).toEqual([url, ['debug']]);
  }
  expect(await levels('/branding', '127.0.0.1')).toEqual(['info']);
  expect(await levels('/metrics', '192.0.2.1')).toEqual(['info']);
});

describe('/docs', () => {
  it('prints every endpoint with its access, from the contract', async () => {
    const document = (await server.current.inject('GET', '/docs/openapi.json')).json<{
      paths: Record<string, Record<string, { 'x-access': unknown }>>;
    }>();
    const shaped = new Map(
      Object.entries(document.paths).map(([path, item]) => [path.replace(/\{\w+\}/g, '{}'), item]),
    );
    for (const endpoint of ENDPOINTS) {
      const operation = shaped.get(endpoint.path.replace(/:\w+/g, '{}'))?.[endpoint.method.toLowerCase()];
      expect(operation?.['x-access']).toEqual(endpoint.access);
    }
    const page = await server.current.inject('GET', '/docs');
    expect(page.body).toContain('/credentials/:id/reveal');
    expect(page.body).not.toContain('<script');
  });
});

describe('the console', () => {
  const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml' } };

  it('begins in the language of the installation', async () => {
    const lang = async () => {
      const { body } = await server.current.app.inject({ url: '/login', headers: { accept: 'text/html' } });
      return /<html lang="([^"]+)">/.exec(body)?.[1];
    };
    expect(await lang()).toBe('zh-Hant-TW');
    const token = await server.current.login();
    await server.current.call('PUT', '/properties', { token, body: { language: 'en' } });
    expect(await lang()).toBe('en');
  });

  it('is served for any path that is no endpoint, with a nonce of its own each time', async () => {
    const nonces = await Promise.all(
      ['/', '/login', '/user/abc', '/no/such/page'].map(async (url) => {
        const { body, headers } = await server.current.inject('GET', url, asBrowser);
        const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? '';
        expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
        expect(headers['content-security-policy']).toContain("script-src 'self';");
        expect(headers['cache-control']).toBe('no-cache');
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(4);
  });

  it('comes packed to whoever takes that, and is the same page', async () => {
    const headers = { ...asBrowser.headers, 'accept-encoding': 'gzip, br' };
    const packed = await server.current.app.inject({ url: '/login', headers });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const text = gunzipSync(packed.rawPayload).toString();
    expect(text).toMatch(/content="[^"_]+"/);
    const plain = await server.current.inject('GET', '/login', asBrowser);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const withoutNonce = (page: string) => page.replace(/content="[^"]+"/, '');
    expect(withoutNonce(text)).toBe(withoutNonce(plain.body));
  });

  it('does not answer calls that want data', async () => {
    expect(await server.current.call('GET', '/credential')).toMatchObject({ code: 404 });
    expect(await server.current.call('POST', '/credential', asBrowser)).toMatchObject({ code: 404 });
  });

  it('serves its files and nothing above them', async () => {
    expect((await server.current.inject('GET', '/favicon.svg')).body).toBe('<svg/>');
    const outside = await server.current.inject('GET', '/..%2f..%2fetc%2fpasswd');
    expect(outside.body).not.toContain('root:');
  });
});

describe('the address of a caller', () => {
  const spoofed = { 'x-forwarded-for': '203.0.113.9' };
  const addressSeen = async (
    test: TestServer,
    call: { headers?: Record<string, string>; address: string },
  ) => {
    await test.inject('POST', '/login', { body: { username: 'spoof', password: 'x' }, ...call });
    const row = await test.db
      .selectFrom('login_log')
      .select('address')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return row.address;
  };

  it('is the socket’s, whatever a header claims', async () => {
    expect(await addressSeen(server.current, { headers: spoofed, address: '127.0.0.7' })).toBe('127.0.0.7');
  });

  it('is taken from a trusted proxy, and only as far as trust goes', async () => {
    const proxied = await TestServer.start({ trustedProxies: ['127.0.0.0/8'] });
    expect(await addressSeen(proxied, { headers: spoofed, address: '127.0.0.7' })).toBe('203.0.113.9');
    expect(await addressSeen(proxied, { headers: spoofed, address: '192.0.2.5' })).toBe('192.0.2.5');
    const chain = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    expect(await addressSeen(proxied, { headers: chain, address: '127.0.0.7' })).toBe('203.0.113.9');
    await proxied.stop();
  });
});
