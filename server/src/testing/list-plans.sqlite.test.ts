import { CompiledQuery } from 'kysely';
import { describe, expect, it, vi } from 'vitest';

import { WorkerClient } from '../db/sqlite/worker-client.ts';
import { useTestServer } from './test-server.ts';

/** Every page query of a long list walks an index: none reads the table from end to end, none sorts all of it. */
const server = useTestServer();

async function plansOf(url: string): Promise<string[]> {
  const token = await server.current.login();
  const spy = vi.spyOn(WorkerClient.prototype, 'send');
  const { code, message } = await server.current.call('GET', url, { token });
  const queries = spy.mock.calls.flatMap(([action]) => (action.kind === 'query' ? [action] : []));
  spy.mockRestore();
  expect({ code, message }).toEqual({ code: 1, message: 'success' });
  const pages = queries.filter(
    ({ sql }) => / limit /.test(sql) && /from "(user|login_log|audit_log|credential|role)"/.test(sql),
  );
  expect(pages).not.toEqual([]);
  const plans = await Promise.all(
    pages.map(({ sql, parameters }) =>
      server.current.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      ),
    ),
  );
  return plans.flatMap((plan) => plan.rows.map((row) => row.detail));
}

describe('a page', () => {
  it.each([
    '/users/paging',
    '/users/paging?field=username&order=ascend',
    '/users/paging?field=nickname&order=descend&pageIndex=1000',
    '/login-logs/paging',
    '/login-logs/paging?pageIndex=1000',
    '/login-logs/paging?state=0',
    '/audit-logs/paging',
    '/credentials/paging',
    '/credentials/paging?field=name&order=ascend',
  ])('%s is read in the order of an index', async (url) => {
    const plans = await plansOf(url);
    expect(plans.filter((step) => /^SCAN (user|login_log|audit_log|credential)$/.test(step))).toEqual([]);
    expect(plans.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY'))).toEqual([]);
  });

  it.each([
    ['/users/paging?username=needle', 'user_text'],
    ['/users/paging?nickname=needle', 'user_text'],
    ['/login-logs/paging?username=needle', 'login_log_text'],
    ['/login-logs/paging?clientIp=10.0.0', 'login_log_text'],
    ['/audit-logs/paging?object=needle', 'audit_log_text'],
    ['/credentials/paging?name=needle', 'credential_text'],
  ])('%s finds its rows through the text index', async (url, index) => {
    const plans = (await plansOf(url)).join('\n');
    expect(plans).toContain(`SCAN ${index} VIRTUAL TABLE INDEX`);
    expect(plans).not.toMatch(/SCAN (user|login_log|audit_log|credential)$/m);
  });
});
