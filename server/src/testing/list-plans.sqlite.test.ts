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
    ({ sql }) =>
      / limit /.test(sql) &&
      /from "(storage_log|user|login_log|audit_log|credential|role|asset|strategy|command_filter|command|access_gateway|session|session_command|command_run|gpu)"/.test(
        sql,
      ),
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
    '/users/paging?online=true',
    '/users/paging?online=false&pageIndex=1000',
    '/login-logs/paging',
    '/login-logs/paging?pageIndex=1000',
    '/login-logs/paging?state=0',
    '/login-logs/paging?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
    '/login-logs/paging?state=0&from=2026-01-01T00:00:00Z',
    '/audit-logs/paging',
    '/credentials/paging',
    '/credentials/paging?field=name&order=ascend',
    '/assets/paging',
    '/assets/paging?field=name&order=ascend&pageIndex=1000',
    '/assets/paging?field=ip&order=ascend',
    '/assets/paging?field=protocol&order=descend',
    '/assets/paging?field=active&order=descend',
    '/assets/paging?field=lastAccessTime&order=ascend',
    '/assets/paging?field=checked&order=descend',
    '/access-gateways/paging',
    '/gpu-resources/paging',
    '/gpu-resources/paging?field=util&order=descend&pageIndex=100',
    '/gpu-resources/paging?field=memory&order=ascend',
    '/gpu-resources/paging?field=health&order=descend',
    '/gpu-resources/paging?field=idle&order=ascend',
    '/access-gateways/paging?order=descend',
    '/access-gateways/paging?field=name&order=ascend',
    '/strategies/paging',
    '/strategies/paging?field=name&order=ascend',
    '/command-filters/paging',
    '/command-filters/paging?field=name&order=descend',
    '/storage-logs/paging',
    '/storage-logs/paging?order=ascend&pageIndex=1000',
    '/storage-logs/paging?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
    '/storage-logs/paging?userId=nobody',
    '/storage-logs/paging?assetId=nothing',
    '/storage-logs/paging?sessionId=nothing',
    '/commands/paging',
    '/commands/paging?field=name&order=ascend&pageIndex=1000',
    '/session-commands/paging',
    '/session-commands/paging?order=ascend&pageIndex=1000',
    '/session-commands/paging?riskLevel=1',
    '/session-commands/paging?userId=someone',
    '/session-search/paging?text=needle',
    '/sessions/paging',
    '/command-runs/paging',
    '/command-runs/all/paging',
    '/command-runs/all/paging?pageIndex=1000',
    '/sessions/paging?status=disconnected&pageIndex=1000',
    '/sessions/paging?status=disconnected&field=connectedTime&order=ascend',
    '/sessions/paging?status=disconnected&field=disconnectedTime&order=descend',
    '/sessions/paging?status=disconnected&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
  ])('%s is read in the order of an index', async (url) => {
    const plans = await plansOf(url);
    expect(
      plans.filter((step) =>
        /^SCAN (storage_log|user|login_log|audit_log|credential|asset|strategy|command_filter|command|session|session_command|command_run)$/.test(
          step,
        ),
      ),
    ).toEqual([]);
    expect(plans.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY'))).toEqual([]);
  });

  it.each([
    ['/users/paging?username=needle', 'user_text'],
    ['/users/paging?nickname=needle', 'user_text'],
    ['/users/paging?mail=needle', 'user_text'],
    ['/login-logs/paging?username=needle', 'login_log_text'],
    ['/login-logs/paging?clientIp=10.0.0', 'login_log_text'],
    ['/audit-logs/paging?object=needle', 'audit_log_text'],
    ['/credentials/paging?name=needle', 'credential_text'],
    ['/assets/paging?name=needle', 'asset_text'],
    ['/assets/paging?ip=10.0.0', 'asset_text'],
    ['/strategies/paging?name=needle', 'strategy_text'],
    ['/command-filters/paging?name=needle', 'command_filter_text'],
    ['/storage-logs/paging?fileName=needle', 'storage_log_text'],
    ['/storage-logs/paging?userName=needle', 'storage_log_text'],
    ['/storage-logs/paging?assetName=needle', 'storage_log_text'],
    ['/commands/paging?name=needle', 'command_text'],
    ['/commands/paging?content=needle', 'command_text'],
    ['/worker/commands/paging?content=needle', 'command_text'],
    ['/sessions/paging?status=disconnected&userName=needle', 'session_text'],
    ['/sessions/paging?status=disconnected&assetName=needle', 'session_text'],
    ['/sessions/paging?clientIp=10.0.0', 'session_text'],
    ['/command-runs/all/paging?script=needle', 'command_run_text'],
    ['/command-runs/all/paging?userName=needle', 'command_run_text'],
  ])('%s finds its rows through the text index', async (url, index) => {
    const plans = (await plansOf(url)).join('\n');
    expect(plans).toContain(`SCAN ${index} VIRTUAL TABLE INDEX`);
    expect(plans).not.toMatch(
      /SCAN (storage_log|user|login_log|audit_log|credential|asset|strategy|command_filter|command|session|session_command|command_run)$/m,
    );
  });

  it.each([
    ['/assets/paging?tags=production', 'asset_tag_tag_ix'],
    ['/assets/paging?tags=production,database', 'asset_tag_tag_ix'],
  ])('%s finds its rows through %s', async (url, index) => {
    const plans = await plansOf(url);
    expect(plans.join('\n')).toContain(index);
    expect(plans.filter((step) => /^SCAN asset$/.test(step))).toEqual([]);
  });

  it('/worker/commands/paging finds one’s own and the shared ones through their indexes', async () => {
    const plans = (await plansOf('/worker/commands/paging')).join('\n');
    expect(plans).toMatch(/USING INDEX command_owner_ix/);
    expect(plans).toMatch(/USING INDEX command_shared_ix/);
    expect(plans).not.toMatch(/SCAN command$/m);
  });
});
