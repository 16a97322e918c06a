// On both engines: of two at once, one is served.
import { beforeAll, describe, expect, it } from 'vitest';

import { SECOND_MS } from '../../kernel/clock.ts';
import { testKeys } from '../../testing/keys.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let path = '';
let otherPath = '';

beforeAll(async () => {
  const token = await server.current.login();
  const create = async (name: string) => {
    const body = { name, type: 'private-key', privateKey: testKeys().ed25519 };
    const { data } = await server.current.call<{ id: string }>('POST', '/credentials', { token, body });
    return `/credentials/${data.id}/public-key`;
  };
  path = await create('first');
  otherPath = await create('second');
});

async function ticketFor(wanted: string, token?: string): Promise<string> {
  const { data } = await server.current.call<{ ticket: string; expiresInSeconds: number }>(
    'POST',
    '/account/tickets',
    {
      token: token ?? (await server.current.login()),
      body: { path: wanted },
    },
  );
  expect(data.expiresInSeconds).toBe(30);
  return data.ticket;
}

const use = (url: string, ticket: string, address = '127.0.0.1') =>
  server.current.inject('GET', url, { query: { ticket }, address });
const isFile = (response: { headers: Record<string, unknown> }) => 'content-disposition' in response.headers;

describe('a ticket', () => {
  it('opens its path once', async () => {
    const ticket = await ticketFor(path);
    const file = await use(path, ticket);
    expect(file.body).toMatch(/^ssh-ed25519 [A-Za-z0-9+/=]+ first\n$/);
    expect(isFile(file)).toBe(true);
    expect((await use(path, ticket)).json()).toMatchObject({ code: 401, error: 'auth.ticket_invalid' });
  });

  it('is worth nothing for another path, from another address, or after thirty seconds', async () => {
    expect(isFile(await use(otherPath, await ticketFor(path)))).toBe(false);
    expect(isFile(await use(path, await ticketFor(path), '127.0.0.2'))).toBe(false);
    const late = await ticketFor(path);
    server.current.passTime(31 * SECOND_MS);
    expect(isFile(await use(path, late))).toBe(false);
  });

  it('carries the rights of its person, as they are when it is used', async () => {
    const { id, token } = await server.current.loginAs({ type: 'admin', menus: ['credential'] });
    const ticket = await ticketFor(path, token);
    await server.current.db.deleteFrom('user_role').where('user_id', '=', id).execute();
    expect((await use(path, ticket)).json()).toMatchObject({ code: 403 });
  });

  it('dies with its login', async () => {
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['credential'] });
    const ticket = await ticketFor(path, token);
    await server.current.call('POST', '/account/logout', { token });
    expect((await use(path, ticket)).json()).toMatchObject({ code: 401 });
  });

  it('is stored only as a hash and cannot be used where data is asked for', async () => {
    const ticket = await ticketFor('/credentials/paging');
    const rows = await server.current.db.selectFrom('ticket').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticket);
    expect((await use('/credentials/paging', ticket)).json()).toMatchObject({ code: 401 });
  });

  it('used twice at once works for one', async () => {
    const ticket = await ticketFor(path);
    const answers = await Promise.all([use(path, ticket), use(path, ticket), use(path, ticket)]);
    expect(answers.filter(isFile)).toHaveLength(1);
  });
});
