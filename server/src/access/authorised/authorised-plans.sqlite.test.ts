import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { WorkerClient } from '../../db/sqlite/worker-client.ts';
import { aGroup, anAsset } from '../../testing/grant-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** How the questions about rights are asked of the database: by index, and few of them. */
const server = useTestServer();
const ASSETS = 5500;
let admin = '';
let few: { id: string; token: string };
let many: { id: string; token: string };
beforeAll(async () => {
  admin = await server.current.login();
  few = await server.current.loginAs({ type: 'user' });
  many = await server.current.loginAs({ type: 'user' });
  const group = await aGroup(server.current, many.id);
  const { db } = server.current;
  await sql`insert into asset (id, name, protocol, ip, port, account_type, username, description, owner_id, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ASSETS})
    select 'a' || i, 'host ' || i, 'ssh', '10.0.0.1', 22, 'custom', '', '', '', i from n`.execute(db);
  await sql`insert into authorised (id, asset_id, user_group_id, time_period, created_at)
    select 'g' || id, id, ${group.id}, '[]', 0 from asset`.execute(db);
  await sql`insert into authorised (id, asset_id, user_id, time_period, created_at)
    select 'f' || id, id, ${few.id}, '[]', 0 from asset where created_at < 20`.execute(db);
});

async function queriesOf(work: () => Promise<unknown>) {
  const spy = vi.spyOn(WorkerClient.prototype, 'send');
  await work();
  const queries = spy.mock.calls.flatMap(([action]) => (action.kind === 'query' ? [action] : []));
  spy.mockRestore();
  return queries;
}

async function plansOf(url: string, token: string, table: string): Promise<string[]> {
  const queries = await queriesOf(async () => {
    const { message } = await server.current.call('GET', url, { token });
    expect(message).toBe('success');
  });
  const ours = queries.filter((query) => query.sql.includes(`from "${table}"`));
  expect(ours).not.toEqual([]);
  const plans = await Promise.all(
    ours.map((query) =>
      server.current.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
      ),
    ),
  );
  return plans.flatMap((plan) => plan.rows.map((row) => row.detail));
}

const SCANS = /^SCAN (asset|authorised|user|user_group|strategy|asset_tag)$/;

describe('the grants', () => {
  it.each([
    '/authorised/users/paging?assetId=a1',
    '/authorised/users/paging?assetId=a1&name=needle',
    '/authorised/user-groups/paging?assetId=a1',
    '/authorised/user-groups/paging?assetId=a1&name=needle',
    '/authorised/assets/paging?userId=nobody',
    '/authorised/assets/paging?userGroupId=nobody&name=needle',
  ])('%s are found by index', async (url) => {
    expect((await plansOf(url, admin, 'authorised')).filter((step) => SCANS.test(step))).toEqual([]);
  });
});

describe('a decision', () => {
  it('takes two queries', async () => {
    const { access } = server.current.services;
    const counts: number[] = [];
    for (let time = 0; time < 5; time++) {
      counts.push((await queriesOf(() => access.decide(few.id, 'a1'))).length);
    }
    // What the server asks by itself meanwhile is sometimes among them.
    expect(Math.min(...counts)).toBe(2);
  });
});

describe('the assets of a person', () => {
  const lists = [
    '',
    '?field=name&order=descend',
    '?name=host%2012',
    '?favourite=true',
    '?recent=true',
    '?tags=blue',
  ];

  it.each(lists)('with few: %s is found through the grants', async (query) => {
    const plans = await plansOf(`/worker/assets/paging${query}`, few.token, 'asset');
    expect(plans.filter((step) => SCANS.test(step))).toEqual([]);
  });

  it.each(lists.slice(0, 2))('with many: %s is read in the order of an index', async (query) => {
    const plans = await plansOf(`/worker/assets/paging${query}`, many.token, 'asset');
    expect(plans.filter((step) => SCANS.test(step))).toEqual([]);
    expect(plans.some((step) => step.startsWith('SCAN asset USING INDEX asset_name_ix'))).toBe(true);
  });

  it('with many, searched: begins with the text index', async () => {
    const plans = (await plansOf('/worker/assets/paging?name=needle', many.token, 'asset')).join('\n');
    expect(plans).toContain('SCAN asset_text VIRTUAL TABLE INDEX');
    expect(plans).not.toMatch(/SCAN asset( USING|$)/m);
  });

  it('does not cost more queries when there are more rows', async () => {
    const count = async (pageSize: number) =>
      (
        await queriesOf(() =>
          server.current.call('GET', `/worker/assets/paging?pageSize=${pageSize}`, { token: many.token }),
        )
      )
        // Whose login it is, is asked again when the machine is slow.
        .filter(({ sql }) => sql.includes('asset')).length;
    await anAsset(server.current);
    const one = await count(1);
    expect(one).toBeGreaterThan(0);
    expect(await count(100)).toBe(one);
  });
});
