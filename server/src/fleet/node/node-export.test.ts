import { afterAll, beforeAll, expect, it } from 'vitest';

import { NodeKit } from '../../testing/node-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new NodeKit(server);

beforeAll(async () => {
  await kit.start();
  await kit.made({ name: '=HYPERLINK("x")', site: '台北', rack: 'A1', unit: 7, labels: { env: 'prod' } });
  await kit.call('POST', '/nodes', { name: 'planned one', lifecycle: 'planned' });
});
afterAll(() => kit.stop());

const file = (query = '', token = kit.assets.token) =>
  server.current.inject('GET', `/nodes/export${query}`, { token });
const audited = async () => {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select(['actor_name', 'detail'])
    .where('action', '=', 'node.exported')
    .orderBy('seq')
    .execute();
  return rows.map(({ detail }) => JSON.parse(detail) as unknown);
};

it('the list is a file under a header in the reader’s language, and the audit log says how much left', async () => {
  const response = await file();
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain('jadegate-nodes.csv');
  const [header, first, second, end] = response.body.split('\r\n');
  expect(header).toMatch(/^\uFEFF名稱,狀態,使用狀態,主機名稱,位址,位置,.*,標籤,最後回應$/);
  expect(first).toMatch(
    /^"'=HYPERLINK\(""x""\)",.*,使用中,.*,127\.0\.0\.1:\d+,台北 \/ A1 \/ U7,.*,env=prod,/,
  );
  expect(second).toMatch(/^planned one,未知,規劃中,,,/);
  expect(end).toBe('');
  expect((await file('?lifecycle=planned')).body.trim().split('\r\n')).toHaveLength(2);
  expect(await audited()).toEqual([{ rows: 2 }, { rows: 1 }]);
});

it('nobody has it without the right, whatever else of hosts they may', async () => {
  const before = await audited();
  for (const menus of [['node', 'node-edit', 'node-power'], ['asset-export']] as const) {
    const { token } = await server.current.loginAs({ type: 'admin', menus: [...menus] });
    expect((await file('', token)).json()).toMatchObject({ code: 403 });
  }
  const { token } = await server.current.loginAs({ type: 'user' });
  expect((await file('', token)).json()).toMatchObject({ code: 403 });
  expect(await audited()).toEqual(before);
  const { token: allowed } = await server.current.loginAs({ type: 'admin', menus: ['node-export'] });
  expect((await file('', allowed)).body).toContain('planned one');
});
