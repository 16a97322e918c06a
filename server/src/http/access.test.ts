import type { AddressInfo } from 'node:net';

import { PENDING_STAGES, type AnyEndpoint, type PendingStage } from '@jadegate/contract/endpoint';
import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { BUILT_IN_ROLES } from '@jadegate/contract/identity/role';
import { MENU_IDS, type MenuId } from '@jadegate/contract/menu';
import { beforeAll, describe, expect, it } from 'vitest';

import { rawGet } from '../testing/raw-get.ts';
import { USER_PASSWORD, useTestServer } from '../testing/test-server.ts';

/** Who may call what, for every endpoint of the contract: a new endpoint is in here by being declared. */
const server = useTestServer();
const named = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const closed = named.filter(([, endpoint]) => endpoint.access !== 'public');
const byMenu = named.filter(([, endpoint]) => typeof endpoint.access !== 'string');

let calls = 0;

/** Ids that exist nowhere and a body that no schema takes: whoever is let in gets past 401 and 403, and changes nothing. */
async function codeOf(endpoint: AnyEndpoint, token?: string): Promise<number> {
  return (await answerOf(endpoint, token)).code;
}

async function answerOf(endpoint: AnyEndpoint, token?: string): Promise<{ code: number; error?: string }> {
  const url = endpoint.path.replace(/:\w+/g, 'nothing');
  const response = await server.current.inject(endpoint.method, url, {
    // From a new address each time: the limit on calls would answer before the access rule does.
    address: `127.66.${(++calls >> 8) & 255}.${calls & 255}`,
    ...(token && { token }),
    ...(endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && { body: { unknown: true } }),
  });
  expect(response.statusCode === 200 || endpoint.plainHttp).toBe(true);
  return response.headers['content-type']?.toString().startsWith('application/json')
    ? response.json<{ code: number; error?: string }>()
    : { code: 1 };
}

const REFUSED = [401, 403];

/** By what they hold: an administrator with just these menus, who is asked about all endpoints that want such a person. */
const holders = new Map<string, Promise<string>>();
function holderOf(menus: readonly MenuId[]): Promise<string> {
  const key = menus.join(' ');
  const token =
    holders.get(key) ?? server.current.loginAs({ type: 'admin', menus }).then((person) => person.token);
  holders.set(key, token);
  return token;
}

/** An access token of the person of this login. */
async function accessTokenOf(
  login: string,
  scope: 'use' | 'administration' = 'use',
): Promise<{ id: string; token: string }> {
  const body = { name: `for the matrix, ${scope}`, scope, password: USER_PASSWORD };
  const { data } = await server.current.call<{ id: string; token: string }>(
    'POST',
    '/account/access-tokens',
    {
      token: login,
      body,
    },
  );
  return data;
}

describe('without a valid login', () => {
  let disabled = '';
  let ended = '';
  let revoked = '';
  let expired = '';
  let tokenOfDisabled = '';
  const pending = new Map<PendingStage, string>();
  beforeAll(async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: MENU_IDS });
    disabled = person.token;
    ({ token: tokenOfDisabled } = await accessTokenOf(disabled));
    await server.current.db
      .updateTable('user')
      .set({ status: 'disabled' })
      .where('id', '=', person.id)
      .execute();
    ({ token: ended } = await server.current.loginAs({ type: 'admin', menus: MENU_IDS }));
    await server.current.call('POST', '/account/logout', { token: ended });
    for (const stage of PENDING_STAGES) {
      const { id, token } = await server.current.loginAs({ type: 'admin', menus: MENU_IDS });
      await server.current.db.updateTable('login').set({ stage }).where('user_id', '=', id).execute();
      pending.set(stage, token);
    }
    const holder = await server.current.loginAs({ type: 'admin', menus: MENU_IDS });
    const first = await accessTokenOf(holder.token);
    revoked = first.token;
    await server.current.call('DELETE', `/account/access-tokens/${first.id}`, { token: holder.token });
    const second = await accessTokenOf(holder.token);
    expired = second.token;
    await server.current.db
      .updateTable('access_token')
      .set({ expires_at: server.current.now() - 1 })
      .where('id', '=', second.id)
      .execute();
  });

  it.each(closed)('%s answers 401', async (_name, endpoint) => {
    expect(await codeOf(endpoint)).toBe(401);
    expect(await codeOf(endpoint, 'null')).toBe(401);
    expect(await codeOf(endpoint, disabled)).toBe(401);
    expect(await codeOf(endpoint, ended)).toBe(401);
    expect(await codeOf(endpoint, revoked)).toBe(401);
    expect(await codeOf(endpoint, expired)).toBe(401);
    expect(await codeOf(endpoint, tokenOfDisabled)).toBe(401);
    expect(await codeOf(endpoint, 'forever-nothing')).toBe(401);
  });

  // Logging out last: it would end the login that the others are asked with.
  it.each(
    PENDING_STAGES.flatMap((stage) =>
      logoutLast(closed).map(([name, endpoint]) => [stage, name, endpoint] as const),
    ),
  )('a login that owes %s is let into %s only if that step needs it', async (stage, _name, endpoint) => {
    const isOpen = endpoint.whilePending?.includes(stage) === true;
    const { code, error = '' } = await answerOf(endpoint, pending.get(stage));
    // Told by its name: the code is that of any sentence, so that every client shows it.
    const isOwed = error === OWED[stage];
    expect([isOwed, REFUSED.includes(code)]).toEqual([!isOpen, false]);
  });
});

const OWED = {
  'change-password': 'auth.step_pending',
  'enrol-passkey': 'auth.passkey_pending',
  'enrol-totp': 'auth.enrolment_pending',
};

function logoutLast<Row extends readonly [string, AnyEndpoint]>(rows: readonly Row[]): Row[] {
  const isLogout = ([, { path }]: Row) => path === '/account/logout';
  return [...rows.filter((row) => !isLogout(row)), ...rows.filter(isLogout)];
}

describe('with an access token', () => {
  let full = '';
  let using = '';
  let plain = '';
  beforeAll(async () => {
    const admin = await server.current.loginAs({ type: 'admin', menus: MENU_IDS });
    ({ token: full } = await accessTokenOf(admin.token, 'administration'));
    ({ token: using } = await accessTokenOf(admin.token));
    const user = await server.current.loginAs({ type: 'user' });
    ({ token: plain } = await accessTokenOf(user.token));
  });

  it.each(closed)('%s lets in a program only where the person need not be there', async (_name, endpoint) => {
    const code = await codeOf(endpoint, full);
    expect(endpoint.interactive ? code : REFUSED.includes(code)).toBe(endpoint.interactive ? 403 : false);
  });

  it.each(closed.filter(([, { widens, interactive }]) => widens && !interactive))(
    '%s is closed to a program that was not made for administration',
    async (_name, endpoint) => {
      expect(await codeOf(endpoint, using)).toBe(403);
    },
  );

  it.each(closed)('%s asks a program for the rights of its person', async (_name, endpoint) => {
    const isRefused = endpoint.interactive === true || endpoint.access !== 'signed-in';
    expect(REFUSED.includes(await codeOf(endpoint, plain))).toBe(isRefused);
  });
});

describe('with a login', () => {
  let plain = '';
  let holding = '';
  let first = '';
  beforeAll(async () => {
    ({ token: plain } = await server.current.loginAs({ type: 'user' }));
    ({ token: holding } = await server.current.loginAs({ type: 'user', menus: MENU_IDS }));
    first = await server.current.login();
  });

  it.each(byMenu)(
    '%s answers 403 to an ordinary user, even one who was given the menu',
    async (_name, endpoint) => {
      expect(await codeOf(endpoint, plain)).toBe(403);
      expect(await codeOf(endpoint, holding)).toBe(403);
    },
  );

  it.each(byMenu)(
    '%s answers 403 to an administrator who holds every other menu',
    async (_name, endpoint) => {
      const others = MENU_IDS.filter((id) => !endpoint.access.includes(id));
      expect(await codeOf(endpoint, await holderOf(others))).toBe(403);
    },
  );

  it.each(byMenu)('%s lets in an administrator who holds one of its menus', async (_name, endpoint) => {
    for (const menu of endpoint.access) {
      expect(REFUSED).not.toContain(await codeOf(endpoint, await holderOf([menu as MenuId])));
    }
  });

  it.each(named.filter(([, endpoint]) => endpoint.path !== '/account/logout'))(
    '%s lets in the first administrator',
    async (_name, endpoint) => {
      expect(REFUSED).not.toContain(await codeOf(endpoint, first));
    },
  );

  it.each(BUILT_IN_ROLES.map(({ id, menus }) => [id, menus] as const))(
    'opens to the built-in role %s just what its menus name',
    async (_role, menus) => {
      const { token } = await server.current.loginAs({ type: 'admin', menus });
      for (const [name, endpoint] of byMenu) {
        const isHeld = menus.some((id) => endpoint.access.includes(id));
        expect([name, !REFUSED.includes(await codeOf(endpoint, token))]).toEqual([name, isHeld]);
      }
    },
  );

  it('takes a change of role at once', async () => {
    const { id, token } = await server.current.loginAs({ type: 'admin', menus: ['credential'] });
    const list = () => server.current.call('GET', '/credentials/paging', { token });
    expect((await list()).code).toBe(1);
    await server.current.db.deleteFrom('role_menu').where('role_id', '=', id).execute();
    expect((await list()).code).toBe(403);
  });
});

describe('the router', () => {
  it('knows no path but the contract’s and this reviewed list', () => {
    /** Each answers strangers: a liveness check, figures for this machine, the API page, and the console's files. */
    const reviewed = [
      '/docs',
      '/docs/events',
      '/docs/events.json',
      '/docs/openapi.json',
      '/healthz',
      '/metrics',
      '/readyz',
    ];
    const declared = new Set(ENDPOINTS.map((endpoint) => endpoint.path as string));
    const { routes } = server.current;
    expect(routes.size).toBe(declared.size + reviewed.length);
    expect([...routes].filter((path) => !declared.has(path)).toSorted()).toEqual(reviewed);
  });
});

describe('odd spellings of a path', () => {
  let port = 0;
  beforeAll(async () => {
    await server.current.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = server.current.app.server.address() as AddressInfo);
  });

  it.each([
    '/login;/../credentials/paging',
    '//credentials/paging',
    '/CREDENTIALS/paging',
    '/credentials%2fpaging',
    '/branding/../credentials/paging',
    '/./credentials/paging',
    '/credentials/paging/',
    '/%63redentials/paging',
    '/credentials/%70aging?/branding',
    '/branding/..%2fcredentials/paging',
  ])('%s never reaches data without a login', async (url) => {
    const { body } = await rawGet(port, url);
    expect([401, 404, 400]).toContain((JSON.parse(body) as { code: number }).code);
  });
});

describe('a token in the address', () => {
  it('is not accepted except by downloads', async () => {
    const token = await server.current.login();
    expect(
      (await server.current.call('GET', '/credentials/paging', { query: { 'X-Auth-Token': token } })).code,
    ).toBe(401);
    const query = { 'X-Auth-Token': token };
    const file = await server.current.inject('GET', '/credentials/nothing/public-key', { query });
    // Let in, and not there: with a status, so that a browser keeps no file.
    expect([file.statusCode, file.json()]).toMatchObject([404, { code: 404 }]);
  });
});
