// On both engines: every list, page and row is read.
import { beforeAll, describe, expect, it } from 'vitest';

import { NEW_CARD } from '../fleet/gpu/gpu-columns.ts';
import { newId } from '../kernel/id.ts';
import { seedEverything } from '../testing/seed-everything.ts';
import { useTestServer } from '../testing/test-server.ts';

/**
 * The six calls that every group of the product family answers: list, page, one, add, change, delete. Where a call makes
 * no sense for a group it stands here with the reason, and answers 405.
 */
const WRITTEN_BY_THE_SERVER = { add: 'the server writes them', change: 'records stay as they are' } as const;

interface Group {
  name: string;
  without: Partial<Record<'add' | 'change' | 'delete', string>>;
  /** What the list and the page need to know. */
  query?: Record<string, string>;
}

const server = useTestServer();
let token = '';
let filterId = '';

const GROUPS: readonly Group[] = [
  ...[
    'users',
    'roles',
    'user-groups',
    'assets',
    'credentials',
    'commands',
    'command-filters',
    'strategies',
    'access-gateways',
    'login-policies',
    'securities',
    'storages',
    'nodes',
    'jobs',
  ].map((name) => ({ name, without: {} })),
  {
    name: 'command-filter-rules',
    without: {},
    get query() {
      return { commandFilterId: filterId };
    },
  },
  { name: 'vms', without: { add: 'they are found' } },
  { name: 'login-logs', without: WRITTEN_BY_THE_SERVER },
  { name: 'storage-logs', without: WRITTEN_BY_THE_SERVER },
  { name: 'gpu-resources', without: { add: 'they are found, never made' } },
  { name: 'sessions', without: { change: 'a session is what happened' } },
];

beforeAll(async () => {
  token = await server.current.login();
  const seeded = await seedEverything(server.current, 'canary');
  filterId = seeded.filter;
  const card = { ...NEW_CARD, id: newId(), node_id: seeded.node, card_key: 'GPU-1', created_at: 0 };
  await server.current.db.insertInto('gpu').values(card).execute();
  await server.current.db
    .insertInto('storage_log')
    .values({
      id: newId(),
      asset_id: 'a',
      asset_name: 'web-01',
      session_id: 's',
      user_id: 'u',
      user_name: 'ann',
      action: 'upload',
      file_name: '/tmp/x',
      result: 'success',
      bytes: 1,
      checksum: '',
      created_at: 0,
    })
    .execute();
  const asset = await server.current.db.selectFrom('asset').select('id').executeTakeFirstOrThrow();
  await call('POST', '/sessions', { assetId: asset.id });
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, query?: Record<string, string>) =>
  server.current.call<Data>(method, url, {
    token,
    ...(query && { query }),
    ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
  });

describe.each(GROUPS.map((group) => [group.name, group] as const))('/%s', (name, group) => {
  const known = async () => {
    const page = await call<{ total: number; items: { id: string }[] }>(
      'GET',
      `/${name}/paging`,
      group.query,
    );
    expect(page.code).toBe(1);
    return page.data;
  };

  it('is read as a list, by page and one by one', async () => {
    const { total, items } = await known();
    expect(total).toBeGreaterThan(0);
    const list = await call<{ id: string }[]>('GET', `/${name}`, group.query);
    expect(list.data.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    const id = items[0]?.id ?? '';
    expect((await call<{ id: string }>('GET', `/${name}/${id}`)).data.id).toBe(id);
    expect(await call('GET', `/${name}/nothing`)).toMatchObject({ code: 404 });
  });

  it.each([
    ['add', 'POST', `/${name}`],
    ['change', 'PUT', `/${name}/nothing`],
    ['delete', 'DELETE', `/${name}/nothing`],
  ] as const)('answers to %s where that makes sense', async (act, method, url) => {
    const { code, error } = await call(method, url);
    // Let in and looked at: what was sent is empty, or names nothing.
    const isAnswered = [1, -1, 400, 404].includes(code) && error !== 'route.not_found';
    const isRefused = code === 405 && error === 'route.method_not_allowed';
    const isForIt = group.without[act] === undefined;
    expect({ isAnswered, isRefused }).toEqual({ isAnswered: isForIt, isRefused: !isForIt });
  });
});

it('answers every session where no status is asked for', async () => {
  const statuses = async (query: Record<string, string>) =>
    (await call<{ items: { status: string }[] }>('GET', '/sessions/paging', query)).data.items.map(
      ({ status }) => status,
    );
  expect(await statuses({})).toEqual(['no_connect']);
  expect(await statuses({ status: '' })).toEqual(['no_connect']);
  expect(await statuses({ status: 'connected' })).toEqual([]);
  expect(await statuses({ field: 'connectedTime', order: 'ascend' })).toEqual(['no_connect']);
});
