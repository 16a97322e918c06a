// A provider that lies, or somebody between: what it vouches for is believed only if everything about it holds.
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

import type { SourceStart } from '@jadegate/contract/identity/source-sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { useTestServer } from '../../testing/test-server.ts';

const PUBLIC_URL = 'https://gate.example';
const server = useTestServer({ publicUrls: [PUBLIC_URL] });
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (head: object, claims: object, key: KeyObject) => {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
};

let issuer = '';
/** Those that were to be let in. */
let honestLogins = 0;
/** Makes the ID token of the next answer out of what an honest one would say. */
let makeToken: (claims: Record<string, unknown>) => string;
const honest = (claims: object) => signed({ alg: 'RS256', kid: 'k1' }, claims, privateKey);
let nonce = '';

const provider = http.createServer((request, response) => {
  const answer = (body: object) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  };
  switch (request.url?.split('?')[0]) {
    case '/.well-known/openid-configuration':
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      });
    case '/jwks':
      return answer({
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }],
      });
    case '/token': {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, sub: 'mallory', aud: 'jadegate', iat: now, exp: now + 60, nonce };
      return answer({
        access_token: 'x',
        token_type: 'Bearer',
        id_token: makeToken({ ...claims, preferred_username: 'mallory' }),
      });
    }
    default:
      response.statusCode = 404;
      return response.end();
  }
});

beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const token = await server.current.login();
  const config = {
    issuer: `${issuer}/`,
    allowsPlainHttp: true,
    clientId: 'jadegate',
    creation: 'on',
    trustedAudiences: ['broker'],
  };
  const body = { key: 'evil', kind: 'oidc', name: '來源', config, secret: 'client secret' };
  await server.current.call('POST', '/identity-sources', { token, body });
});
afterAll(() => void provider.close());
beforeEach(() => {
  makeToken = honest;
});

async function comeBack(change: (params: URLSearchParams) => void = () => undefined) {
  const { data } = await server.current.call<SourceStart>('POST', '/login/sources/evil/start', {
    // Of a page that is not ours: the answer goes to our own address all the same.
    headers: { origin: 'https://evil.example', host: 'evil.example' },
  });
  const asked = new URL(data.url).searchParams;
  expect(asked.get('redirect_uri')).toBe(`${PUBLIC_URL}/login/callback/evil`);
  expect(asked.get('code_challenge_method')).toBe('S256');
  nonce = asked.get('nonce') ?? '';
  const params = new URLSearchParams({ code: 'code', state: data.state, iss: issuer });
  change(params);
  const body = { binding: data.binding, search: `?${params.toString()}` };
  honestLogins += makeToken === honest && params.get('iss') === issuer && params.has('code') ? 1 : 0;
  return server.current.call<{ token: string }>('POST', '/login/sources/evil/finish', { body });
}

it('an honest answer is believed, of an issuer written with a slash too many', async () => {
  expect((await comeBack()).message).toBe('success');
});

it('a token may be for those, too, whom the source trusts', async () => {
  makeToken = (claims) => honest({ ...claims, aud: ['broker', 'jadegate'], azp: 'jadegate' });
  expect((await comeBack()).message).toBe('success');
  honestLogins += 1;
});

const LIES: Record<string, (claims: Record<string, unknown>) => string> = {
  'another audience': (claims) => honest({ ...claims, aud: 'somebody-else' }),
  'several audiences, of which another is meant': (claims) =>
    honest({ ...claims, aud: ['jadegate', 'somebody-else'], azp: 'somebody-else' }),
  'an audience beside us that is not trusted': (claims) =>
    honest({ ...claims, aud: ['jadegate', 'broker', 'somebody-else'], azp: 'jadegate' }),
  'a trusted audience alone': (claims) => honest({ ...claims, aud: 'broker' }),
  'another issuer': (claims) => honest({ ...claims, iss: 'https://idp.example' }),
  'no nonce': (claims) => honest({ ...claims, nonce: undefined }),
  'a nonce of another login': (claims) => honest({ ...claims, nonce: 'x'.repeat(43) }),
  'a token that has run out': (claims) => honest({ ...claims, exp: Math.floor(Date.now() / 1000) - 300 }),
  'no signature': (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
  'a signature of somebody else': (claims) => signed({ alg: 'RS256', kid: 'k1' }, claims, other.privateKey),
  'a signature made with what everybody knows': (claims) => {
    const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
    const key = publicKey.export({ format: 'pem', type: 'spki' });
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  },
};

it.each(Object.keys(LIES))('is not believed: %s', async (lie) => {
  makeToken = LIES[lie] ?? honest;
  expect((await comeBack()).error).toBe('source.untrusted');
});

it.each([
  ['an answer of another provider', (params: URLSearchParams) => params.set('iss', 'https://idp.example')],
  ['an answer that does not say whose it is', (params: URLSearchParams) => params.delete('iss')],
])('providers are not mixed up: %s', async (_name, change) => {
  expect((await comeBack(change)).error).toBe('source.untrusted');
});

it('a refusal of the provider is told in a word of the standard, and nothing else of it', async () => {
  const { error, message } = await comeBack((params) => {
    params.delete('code');
    params.set('error', 'access_denied');
    params.set('error_description', '<b>call 0800</b>');
  });
  expect(error).toBe('source.denied');
  expect(message).toContain('access_denied');
  expect(message).not.toContain('0800');
});

describe('proving again', () => {
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

  async function prove(authTime: number | undefined) {
    makeToken = honest;
    const { token } = (await comeBack()).data;
    const own = (path: string, body?: object) =>
      server.current.call<SourceStart>('POST', `/account/identities/${path}`, {
        token,
        ...(body && { body }),
      });
    const { data } = await own('evil/prove');
    nonce = new URL(data.url).searchParams.get('nonce') ?? '';
    makeToken = (claims) => honest({ ...claims, auth_time: authTime });
    const params = new URLSearchParams({ code: 'code', state: data.state, iss: issuer });
    return own('return', { binding: data.binding, search: `?${params.toString()}` });
  }

  it('is believed of a login of now, and of no other', async () => {
    expect((await prove(secondsAgo(5))).message).toBe('success');
    // A session that was open there: the provider has not asked anybody.
    expect((await prove(secondsAgo(600))).error).toBe('source.untrusted');
    expect((await prove(undefined)).error).toBe('source.untrusted');
  });
});

describe('a notice that somebody has signed out', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const now = () => Math.floor(Date.now() / 1000);
  const notice = () => ({
    iss: issuer,
    aud: 'jadegate',
    iat: now(),
    jti: 'j',
    sub: 'mallory',
    events: EVENTS,
  });
  const tell = (token: string) =>
    server.current.inject('POST', '/login/sources/evil/back-channel-logout', {
      body: `logout_token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const isIn = async (token: string) =>
    (await server.current.call('GET', '/account/info', { token })).message === 'success';

  it.each([
    ['of another audience', () => honest({ ...notice(), aud: 'somebody-else' })],
    [
      'of us and of one who is not trusted',
      () => honest({ ...notice(), aud: ['jadegate', 'somebody-else'] }),
    ],
    ['of another issuer', () => honest({ ...notice(), iss: 'https://idp.example' })],
    ['that is old', () => honest({ ...notice(), iat: now() - 900 })],
    ['that is an id token', () => honest({ ...notice(), nonce: 'n' })],
    ['of something else', () => honest({ ...notice(), events: {} })],
    ['of nobody', () => honest({ ...notice(), sub: undefined })],
    ['that nobody signed', () => `${encode({ alg: 'none' })}.${encode(notice())}.`],
    ['of another’s key', () => signed({ alg: 'RS256', kid: 'k1' }, notice(), other.privateKey)],
  ])('that ends nothing: %s', async (_what, make) => {
    makeToken = honest;
    const { token } = (await comeBack()).data;
    expect((await tell(make())).statusCode).toBe(400);
    expect(await isIn(token)).toBe(true);
  });

  it('ends every login of the person where it names no session', async () => {
    const { token } = (await comeBack()).data;
    expect((await tell(honest(notice()))).statusCode).toBe(200);
    expect(await isIn(token)).toBe(false);
  });
});

it('nobody was let in but by honest answers, and no token is in the log', async () => {
  const rows = await server.current.db
    .selectFrom('login_log')
    .select('username')
    .where('state', '=', '1')
    .where('source', '!=', '')
    .execute();
  expect(rows).toHaveLength(honestLogins);
  expect(server.current.logLines.join('\n')).not.toMatch(/eyJ|client secret/);
});
