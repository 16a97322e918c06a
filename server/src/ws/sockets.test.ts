import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { MENU_IDS } from '@jadegate/contract/menu';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { USER_PASSWORD, useTestServer } from '../testing/test-server.ts';

/** Every socket of the contract, opened as a stranger would: a new one is in here by being declared. */
const server = useTestServer();
const sockets = ENDPOINTS.filter((endpoint) => endpoint.socket).map(
  (endpoint) => [endpoint.path, endpoint] as const,
);

let host = '';
let complete = '';
let ended = '';
let disabled = '';
let owing = '';
let program = '';
let plain = '';
beforeAll(async () => {
  const { current } = server;
  await current.app.listen({ host: '127.0.0.1', port: 0 });
  host = `127.0.0.1:${(current.app.server.address() as AddressInfo).port}`;
  const admin = { type: 'admin', menus: MENU_IDS } as const;
  complete = (await current.loginAs(admin)).token;
  ended = (await current.loginAs(admin)).token;
  await current.call('POST', '/account/logout', { token: ended });
  const gone = await current.loginAs(admin);
  disabled = gone.token;
  await current.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', gone.id).execute();
  const late = await current.loginAs(admin);
  owing = late.token;
  await current.db.updateTable('login').set({ stage: 'enrol-totp' }).where('user_id', '=', late.id).execute();
  const body = { name: 'a program', password: USER_PASSWORD };
  const made = await current.call<{ token: string }>('POST', '/account/access-tokens', {
    token: complete,
    body,
  });
  program = made.data.token;
  plain = (await current.loginAs({ type: 'user' })).token;
});

/** A page that says no site at all, or another one than the browser was led to. */
const REFUSED_ORIGIN = /^(socket\.origin_refused|origin\.mismatch)$/;

const own = () => ({ origin: `http://${host}` });

/** `open` when the socket was made, otherwise the code of the refusal. */
async function tryToOpen(path: string, token: string, headers: Record<string, string>) {
  const query = new URLSearchParams({ 'X-Auth-Token': token }).toString();
  const url = `ws://${host}${path.replace(/:\w+/g, 'nothing')}?${query}`;
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => undefined);
  const opened = once(socket, 'open').then(() => 'open' as const);
  const refused = once(socket, 'unexpected-response').then(async ([, response]) => {
    const chunks = await (response as IncomingMessage).toArray();
    return (JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as { error: string }).error;
  });
  const answer = await Promise.race([opened, refused]);
  socket.terminate();
  return answer;
}

it('there are sockets to try', () => {
  expect(sockets.length).toBeGreaterThan(2);
});

describe.each(sockets)('%s', (path, endpoint) => {
  it('opens to a page of this site whose person may use it', async () => {
    expect(await tryToOpen(path, complete, own())).toBe('open');
  });

  it('is refused without a login that counts', async () => {
    expect(await tryToOpen(path, '', own())).toBe('auth.required');
    expect(await tryToOpen(path, 'forever-nothing', own())).toBe('auth.required');
    expect(await tryToOpen(path, ended, own())).toBe('auth.required');
    expect(await tryToOpen(path, disabled, own())).toBe('auth.required');
    expect(await tryToOpen(path, owing, own())).toBe('auth.enrolment_pending');
  });

  it('is refused to a program, which has no login that could end', async () => {
    expect(await tryToOpen(path, program, own())).toBe('auth.required');
    const header = { ...own(), 'x-auth-token': program };
    expect(await tryToOpen(path, '', header)).toBe('auth.interactive_only');
  });

  it.each([
    {},
    { origin: 'null' },
    { origin: 'http://evil.example' },
    { origin: 'http://127.0.0.1' },
    { origin: 'not an address' },
  ])('is refused to a page of another site, or of none: %o', async (headers) => {
    expect(await tryToOpen(path, complete, headers as Record<string, string>)).toMatch(REFUSED_ORIGIN);
  });

  it('asks for the right it declares', async () => {
    const isByMenu = typeof endpoint.access !== 'string';
    expect(await tryToOpen(path, plain, own())).toBe(isByMenu ? 'auth.forbidden' : 'open');
  });
});
