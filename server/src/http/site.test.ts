import { describe, expect, it } from 'vitest';

import { useTestServer, type TestServer } from '../testing/test-server.ts';

const SOCKET = '/sessions/some-id/ssh';
const PROXY = '127.0.0.1';

type Headers = Record<string, string>;

async function askForTicket(server: TestServer, headers: Headers, { path = SOCKET, address = PROXY } = {}) {
  const token = await server.login();
  return server.call('POST', '/account/tickets', { token, address, headers, body: { path } });
}

describe('without a proxy and without a public address', () => {
  const server = useTestServer();
  const ask = (headers: Headers, path?: string) =>
    askForTicket(server.current, headers, path === undefined ? {} : { path });

  it.each([
    ['the host it was asked for', { host: 'gate.example:8088', origin: 'http://gate.example:8088' }],
    ['a proxy that leaves out its default port', { host: 'gate.example', origin: 'https://gate.example' }],
    ['a default port that is written', { host: 'gate.example:443', origin: 'https://gate.example' }],
    ['an IPv6 address', { host: '[::1]:8088', origin: 'http://[::1]:8088' }],
    ['a program, which names no page', { host: 'gate.example' }],
  ])('takes the page of %s', async (_, headers) => {
    expect(await ask(headers)).toMatchObject({ code: 1 });
  });

  it('says what the administrator must change when a proxy drops the port', async () => {
    const answer = await ask({ host: 'gate.example', origin: 'https://gate.example:8443' });
    expect(answer).toMatchObject({ code: -1, error: 'origin.mismatch' });
    expect(answer.message).toContain('JADEGATE_PUBLIC_URL=https://gate.example:8443');
    expect(answer.message).toContain('proxy_set_header Host $http_host');
  });

  it('believes nothing that strangers forward', async () => {
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-port': '8443' };
    const answer = await ask({ ...forwarded, host: 'gate.example', origin: 'https://evil.example:8443' });
    expect(answer).toMatchObject({ error: 'origin.mismatch' });
  });

  it.each(['null', 'about:blank', 'nonsense'])('refuses the page %s', async (origin) => {
    expect(await ask({ host: 'gate.example', origin })).toMatchObject({ error: 'socket.origin_refused' });
  });

  it('does not keep files back for it, which open without a socket', async () => {
    const headers = { host: 'gate.example', origin: 'https://gate.example:8443' };
    expect(await ask(headers, '/sessions/some-id/recording')).toMatchObject({ code: 1 });
  });
});

describe('behind trusted proxies', () => {
  const server = useTestServer({ trustedProxies: [PROXY, '10.0.0.2'] });

  it.each([
    ['host', { 'x-forwarded-host': 'gate.example:8443' }],
    ['host and port', { 'x-forwarded-host': 'gate.example', 'x-forwarded-port': '8443' }],
    ['port alone', { host: 'gate.example', 'x-forwarded-port': '8443' }],
    ['host from the outermost of two', { 'x-forwarded-host': 'gate.example:8443, inner:8080' }],
  ])('believes the forwarded %s', async (_, headers) => {
    const origin = 'https://gate.example:8443';
    const asked = { host: 'inner:8080', ...headers, origin };
    expect(await askForTicket(server.current, asked)).toMatchObject({ code: 1 });
    expect(await askForTicket(server.current, asked, { address: '10.0.0.9' })).toMatchObject({
      error: 'origin.mismatch',
    });
  });

  it('says the browser to come back by TLS when it came by TLS', async () => {
    const read = async (headers: Headers, address = PROXY) =>
      (await server.current.inject('GET', '/branding', { headers, address })).headers[
        'strict-transport-security'
      ];
    expect(await read({ 'x-forwarded-proto': 'https' })).toContain('max-age=');
    expect(await read({ 'x-forwarded-proto': 'https, http' })).toContain('max-age=');
    expect(await read({ 'x-forwarded-proto': 'https' }, '10.0.0.9')).toBeUndefined();
    expect(await read({})).toBeUndefined();
  });
});

describe('with public addresses', () => {
  const publicUrls = ['https://gate.example:8443', 'http://10.0.0.5:8088'];
  const server = useTestServer({ publicUrls });

  it('takes pages of these and of no others, whatever the proxy says', async () => {
    for (const origin of publicUrls) {
      const headers = { host: 'anything', origin };
      expect(await askForTicket(server.current, headers)).toMatchObject({ code: 1 });
    }
    const answer = await askForTicket(server.current, {
      host: 'other.example',
      origin: 'https://other.example',
    });
    expect(answer).toMatchObject({ code: -1, error: 'origin.not_public' });
    expect(answer.message).toContain('https://gate.example:8443');
    // Another scheme is another site.
    const plain = { host: 'x', origin: 'http://gate.example:8443' };
    expect(await askForTicket(server.current, plain)).toMatchObject({ error: 'origin.not_public' });
  });

  it('tells the console the first, for links, and says to come back by TLS', async () => {
    const answer = await server.current.inject('GET', '/branding');
    expect(answer.json()).toMatchObject({ data: { publicUrl: publicUrls[0] } });
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
  });
});
