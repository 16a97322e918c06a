// Who may see, change and ask physical hosts, and who may not.
import type { NodeRow } from '@jadegate/contract/fleet/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { NodeKit } from '../../testing/node-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new NodeKit(server);
const { call, machine, made } = kit;

beforeAll(() => kit.start());
afterAll(() => kit.stop());

describe('who may', () => {
  it('see, and not change, with the menu alone', async () => {
    const id = await made();
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node'] });
    expect((await call('GET', `/nodes/${id}`, undefined, token)).code).toBe(1);
    for (const [method, url, body] of [
      ['POST', '/nodes', { name: 'x' }],
      ['PUT', `/nodes/${id}`, { name: 'x' }],
      ['DELETE', `/nodes/${id}`, undefined],
      ['POST', `/nodes/${id}/collect`, undefined],
      ['POST', `/nodes/${id}/lifecycle`, { lifecycle: 'retired' }],
      ['POST', `/nodes/${id}/changes/ack`, { ids: [] }],
    ] as const) {
      expect((await call(method, url, body, token)).code).toBe(403);
    }
  });

  it('link only assets that they may use or edit', async () => {
    const asset = await machine();
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node', 'node-add'] });
    const body = { name: 'Not mine', assetId: asset.id };
    expect((await call('POST', '/nodes', body, token)).error).toBe('node.asset_forbidden');
    const { token: editor } = await server.current.loginAs({
      type: 'admin',
      menus: ['node-add', 'asset-edit'],
    });
    expect((await call('POST', '/nodes', body, editor)).code).toBe(1);
  });

  it('have other commands run on a machine only where they may use or edit its asset', async () => {
    const asset = await machine();
    const node = { name: 'Hypervisor', assetId: asset.id };
    const id = await made(node);
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node', 'node-edit'] });
    const elsewhere = { ...node, hypervisorUri: 'qemu:///session' };
    expect((await call('PUT', `/nodes/${id}`, elsewhere, token)).error).toBe('node.asset_forbidden');
    expect((await call('PUT', `/nodes/${id}`, { ...node, site: 'Taipei' }, token)).code).toBe(1);
    const menus = ['node-edit', 'asset-edit'] as const;
    const { token: editor } = await server.current.loginAs({ type: 'admin', menus: [...menus] });
    expect((await call('PUT', `/nodes/${id}`, elsewhere, editor)).code).toBe(1);
    for (const hypervisorUri of ['qemu:///embed?root=/tmp/theirs', 'test:///etc/passwd']) {
      const answer = await call('PUT', `/nodes/${id}`, { ...node, hypervisorUri }, editor);
      expect(answer).toMatchObject({ error: 'validation', fields: [{ path: 'hypervisorUri' }] });
    }
  });

  it('cannot find out by a file which assets there are', async () => {
    const [linked, free] = [
      await machine({ name: 'guessed linked' }),
      await machine({ name: 'guessed free' }),
    ];
    await made({ name: 'Has it', assetId: linked.id });
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node', 'node-add'] });
    const csv = `name,asset\na,guessed linked\nb,${free.name}\nc,no such asset\n`;
    const body = { csv, dryRun: true };
    const { data } = await call<{ lines: { message: string }[] }>('POST', '/nodes/import', body, token);
    const said = data.lines.map(({ message }) => message);
    expect(said).toHaveLength(3);
    expect(new Set(said)).toEqual(new Set(['請選擇一個現有的 SSH 資產。']));
  });

  it('learn nothing of other assets, and teach no host key that they may not test', async () => {
    const asset = await machine({ name: 'somebody else’s' });
    const { token } = await server.current.loginAs({
      type: 'admin',
      menus: ['node', 'node-add', 'node-collect'],
    });
    const from = { assetIds: [asset.id] };
    const { data } = await call<{ skipped: { name: string }[] }>('POST', '/nodes/from-assets', from, token);
    expect(data.skipped).toMatchObject([{ name: '' }]);
    const { token: linker } = await server.current.loginAs({
      type: 'admin',
      menus: ['node-add', 'asset-edit'],
    });
    const { data: node } = await call<{ id: string }>(
      'POST',
      '/nodes',
      { name: 'Untaught', assetId: asset.id },
      linker,
    );
    await server.current.services.nodeScheduler.settled();
    const asked = async (as: string) =>
      (await call<NodeRow>('POST', `/nodes/${node.id}/collect`, undefined, as)).data.problem?.kind;
    expect(await asked(token)).toBe('hostkey-unknown');
    const { token: tester } = await server.current.loginAs({
      type: 'admin',
      menus: ['node-collect', 'asset-conn-test'],
    });
    expect(await asked(tester)).toBeUndefined();
  });

  it('nothing at all as an ordinary user', async () => {
    const { token } = await server.current.loginAs({ type: 'user' });
    expect((await call('GET', '/nodes', undefined, token)).code).toBe(403);
  });
});
