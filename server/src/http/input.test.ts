import { describe, expect, it } from 'vitest';

import { useTestServer } from '../testing/test-server.ts';

const server = useTestServer();

async function credentialCount(): Promise<number> {
  const { count } = await server.current.db
    .selectFrom('credential')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function post(body: unknown, headers: Record<string, string> = {}) {
  const token = await server.current.login();
  const answer = await server.current.call('POST', '/credentials', { token, body, headers });
  expect(await credentialCount()).toBe(0);
  return answer;
}

describe('bad input gets a clear sentence and changes nothing', () => {
  it('wrong types', async () => {
    const answer = await post({ name: 7, type: 'custom' });
    expect(answer).toMatchObject({
      code: 400,
      error: 'validation',
      message: '輸入的資料有誤：「名稱」資料型別不正確',
    });
    expect(answer.fields).toEqual([{ path: 'name', rule: 'type', message: '資料型別不正確' }]);
  });

  it('a list where an object belongs', async () => {
    expect(await post([1, 2])).toMatchObject({ code: 400, error: 'validation' });
  });

  it('no body at all', async () => {
    expect(await post('')).toMatchObject({ code: 400, error: 'validation' });
  });

  it('unknown fields', async () => {
    expect(await post({ name: 'a', type: 'custom', isAdmin: true })).toMatchObject({
      code: 400,
      fields: [{ rule: 'unknown' }],
    });
  });

  it('a body of ten megabytes', async () => {
    const answer = await post(JSON.stringify({ name: 'a'.repeat(10_000_000), type: 'custom' }));
    expect(answer).toMatchObject({
      code: 413,
      error: 'body.too_large',
      message: '請求內容超過上限（1024 KiB），請分批送出',
    });
  });

  it('text that is not JSON', async () => {
    expect(await post('{"name":')).toMatchObject({ code: 400, error: 'body.not_json' });
  });

  it('text that is not UTF-8', async () => {
    const token = await server.current.login();
    const response = await server.current.app.inject({
      method: 'POST',
      url: '/credentials',
      headers: { 'x-auth-token': token, 'content-type': 'application/json' },
      payload: Buffer.concat([
        Buffer.from('{"type":"custom","name":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}'),
      ]),
    });
    expect(response.json()).toMatchObject({ code: 400, error: 'body.not_utf8' });
    expect(await credentialCount()).toBe(0);
  });

  it.each(['\\u0000', '\\ud800', 'x\\udc00'])('the unstorable escape %s', async (escape) => {
    expect(await post(`{"type":"custom","name":"a${escape}"}`)).toMatchObject({
      code: 400,
      error: 'body.not_utf8',
    });
  });

  it('a key that would poison objects', async () => {
    expect(await post('{"__proto__":{"x":1},"type":"custom","name":"a"}')).toMatchObject({ code: 400 });
  });

  it('a content type that is not JSON', async () => {
    expect(await post('name=a', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      code: 415,
      error: 'body.unsupported_type',
    });
  });

  it.each(['..%2F..%2Fetc', '..', '%25', 'a%27%20or%201=1', 'x'.repeat(65)])('the id %s', async (id) => {
    const token = await server.current.login();
    const answer = await server.current.call('GET', `/credentials/${id}`, { token });
    expect([400, 404]).toContain(answer.code);
  });

  it('an address that cannot be decoded', async () => {
    expect(await server.current.call('GET', '/credentials/%ff')).toMatchObject({
      code: 400,
      error: 'url.malformed',
    });
  });

  it('a page that does not exist', async () => {
    const token = await server.current.login();
    const page = (query: Record<string, string>) =>
      server.current.call('GET', '/credentials/paging', { token, query });
    expect(await page({ pageIndex: '-1' })).toMatchObject({ code: 400 });
    expect(await page({ pageSize: '100000' })).toMatchObject({ code: 400 });
    expect(await page({ pageIndex: '999999' })).toMatchObject({ code: 1, data: { total: 0, items: [] } });
  });
});

describe('answers', () => {
  it('are in English when the request asks for it', async () => {
    const answer = await server.current.call('GET', '/account/info', {
      headers: { 'accept-language': 'en-GB,en' },
    });
    expect(answer.message).toBe('You are not signed in, or your login has expired. Sign in again.');
  });

  it('carry a request id that is also in the log, and the log no address or token', async () => {
    const token = await server.current.login();
    const response = await server.current.inject(
      'GET',
      `/credentials/nothing/public-key?X-Auth-Token=${token}`,
    );
    const id = response.json<{ requestId: string }>().requestId;
    expect(response.headers['x-request-id']).toBe(id);
    const lines = server.current.logLines.filter((line) => line.includes(id)).join('');
    expect(lines).toContain('"route":"/credentials/:id/public-key"');
    expect(server.current.logLines.join('')).not.toContain(token);
  });

  it('tell a wrong method from a wrong path', async () => {
    expect(await server.current.call('PATCH', '/branding')).toMatchObject({
      code: 405,
      params: { allowed: 'GET' },
    });
    expect(await server.current.call('GET', '/no/such/path')).toMatchObject({
      code: 404,
      error: 'route.not_found',
    });
  });

  it('are never cached, framed or sniffed', async () => {
    const { headers } = await server.current.inject('GET', '/branding');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('hide an unexpected failure behind a request id', async () => {
    const { services } = server.current;
    const original = services.credentialUse.listUsable.bind(services.credentialUse);
    services.credentialUse.listUsable = () => Promise.reject(new Error('secret table layout'));
    try {
      const answer = await server.current.call('GET', '/credentials', {
        token: await server.current.login(),
      });
      expect(answer).toMatchObject({ code: -1, error: 'internal' });
      expect(answer.message).toContain(answer.requestId);
      expect(JSON.stringify(answer)).not.toContain('table layout');
    } finally {
      services.credentialUse.listUsable = original;
    }
  });
});

describe('limits', () => {
  it('stop an address that asks too often, and nobody else', async () => {
    const body = { oldPassword: 'x', newPassword: 'long enough' };
    const { token } = await server.current.loginAs({});
    const change = (address: string) =>
      server.current.call('POST', '/account/change-password', { token, body, address });
    for (let count = 0; count < 20; count++) {
      expect((await change('127.0.9.1')).code).not.toBe(undefined);
    }
    expect(await change('127.0.9.1')).toMatchObject({ code: 429, error: 'rate_limited' });
    expect((await change('127.0.9.2')).error).not.toBe('rate_limited');
  });
});
