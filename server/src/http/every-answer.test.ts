// On both engines: every endpoint is asked once.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawGet } from '../testing/raw-get.ts';
import { shortOrSoak } from '../testing/soak.ts';
import { useTestServer } from '../testing/test-server.ts';

const consoleRoot = mkdtempSync(path.join(tmpdir(), 'jadegate-console-'));
writeFileSync(path.join(consoleRoot, 'index.html'), '<html></html>');
writeFileSync(path.join(consoleRoot, 'favicon.svg'), '<svg/>');

const server = useTestServer({ consoleRoot });
const CANARY = 'the-credential-nobody-may-see';
let token = '';
beforeAll(async () => {
  token = await server.current.login();
  const body = { name: CANARY, type: 'custom', password: 'x' };
  await server.current.call('POST', '/credentials', { token, body });
});

let calls = 0;
const newAddress = () => `127.68.${(++calls >> 8) & 255}.${calls & 255}`;

/** Names under which other products let a caller say where to go next. */
const ELSEWHERE = new URLSearchParams(
  ['redirect', 'redirect_uri', 'url', 'next', 'from', 'return', 'returnTo'].map(
    (name) => [name, 'https://evil.example/'] as [string, string],
  ),
).toString();
const LYING_HEADERS = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-original-url': '/credentials/paging',
  'x-rewrite-url': '/credentials/paging',
};

describe('every answer', () => {
  const places = [
    ...ENDPOINTS.filter(({ path }) => path !== '/account/logout').map(
      ({ method, path: place }) => [`${method} ${place}`, method, place.replace(/:\w+/g, 'nothing')] as const,
    ),
    ...(
      [
        '/',
        '/login',
        '/user/abc',
        '/favicon.svg',
        '/docs',
        '/docs/openapi.json',
        '/docs/events',
        '/docs/events.json',
        '/healthz',
      ] as const
    ).map((place) => [`page ${place}`, 'GET', place] as const),
  ];

  it.each(places)(
    '%s is not sniffed, framed or scripted, and leads nowhere else',
    async (name, method, place) => {
      const { headers, statusCode } = await server.current.inject(method, `${place}?${ELSEWHERE}`, {
        token,
        address: newAddress(),
        headers: { ...LYING_HEADERS, ...(name.startsWith('page') && { accept: 'text/html' }) },
        ...(method !== 'GET' && method !== 'DELETE' && { body: { unknown: true } }),
      });
      expect(statusCode).toBe(place.endsWith('/back-channel-logout') ? 400 : 200);
      expect(headers.location).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      const policy = headers['content-security-policy'];
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    },
  );
});

describe('spellings of a path', () => {
  const PIECES = [
    '/', '//', '/./', '/../', ';', ';x=1', '%2f', '%2F', '%2e%2e', '%5c', '\\', '%00', '%09', '%20', '%25', '?', '#', '%3b',
    'login', 'branding', 'credentials', 'CREDENTIALS', 'Paging', 'paging', 'paging/', 'account', 'info', 'static',
    '..', '.', '%', '%zz', '*', ':id', '%ef%bc%8f', '%63redentials', 'branding/..', '/branding/../',
  ]; // prettier-ignore
  const isPublic = (url: string) =>
    ENDPOINTS.some(
      ({ access, path: place, method }) =>
        access === 'public' && method === 'GET' && url.split(/[?#;]/)[0] === place,
    );
  /** Of one address and connection: a limit on calls holds for each. */
  const CALLS = 500;
  let agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let port = 0;
  beforeAll(async () => {
    await server.current.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = server.current.app.server.address() as AddressInfo);
  });
  afterAll(() => agent.destroy());

  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const piece = () => PIECES[next(PIECES.length)] ?? '';
  const anyPath = () => `/${Array.from({ length: 1 + next(7) }, piece).join('')}`;
  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  /** The path that holds the canary, with some letters spelled otherwise or something put into it. */
  const oddPath = () => {
    const path = Array.from('credentials/paging', (letter) => (next(6) === 0 ? encoded(letter) : letter));
    if (next(2) === 0) {
      path.splice(next(path.length), 0, piece());
    }
    return `/${path.join('')}`;
  };

  it(
    'reach data without a login only where it is public',
    { timeout: shortOrSoak(60_000, 600_000) },
    async () => {
      let address = newAddress();
      for (let round = 0; round < shortOrSoak(1000, 50_000); round++) {
        if (round % CALLS === 0) {
          agent.destroy();
          agent = new Agent({ keepAlive: true, maxSockets: 1 });
          address = newAddress();
        }
        const url = round % 2 === 0 ? anyPath() : oddPath();
        const { body, statusCode, headers } = await rawGet(port, url, { address, agent });
        expect([url, body.includes(CANARY)]).toEqual([url, false]);
        expect([url, statusCode, headers.location]).toEqual([url, 200, undefined]);
        const isEnvelope = headers['content-type']?.startsWith('application/json');
        const code = isEnvelope ? (JSON.parse(body) as { code?: number }).code : undefined;
        expect([url, code === 1]).toEqual([url, code === 1 && isPublic(url)]);
        expect([url, code]).not.toEqual([url, -1]);
      }
    },
  );

  it('with a login, one of them does: the walk can find something', async () => {
    const { body } = await server.current.inject('GET', '/credentials/paging', { token });
    expect(body).toContain(CANARY);
  });
});
