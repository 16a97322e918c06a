import os from 'node:os';

import type { Node, NodeRow } from '@jadegate/contract/fleet/node';
import type { NodeTrial } from '@jadegate/contract/fleet/node-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { shellExec } from '../../testing/shell-exec.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PASSWORD = 'Node-pass1';
const server = useTestServer();
const assets = new AssetKit(server);
let host: SshHost;

beforeAll(async () => {
  await assets.login();
  host = await startSshHost({ password: PASSWORD, shell: (channel) => channel.end(), exec: shellExec() });
});
afterAll(() => host.close());

const call = <Data>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, token = assets.token) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
const way = (change: object = {}) => ({
  ip: '127.0.0.1',
  port: host.port,
  accountType: 'custom',
  username: 'root',
  password: PASSWORD,
  ...change,
});
const actions = async () => {
  const rows = await server.current.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
  return rows.filter(({ action }) => action === 'node.tested' || action === 'node.linked');
};
let count = 0;
const planned = async () =>
  (await call<{ id: string }>('POST', '/nodes', { name: `linked ${++count}`, labels: { env: 'prod' } })).data
    .id;
const settled = () => server.current.services.nodeScheduler.settled();

describe('a machine that is tried before it is stored', () => {
  it('says what it is, by which key, and leaves nothing behind', async () => {
    const before = (await assets.list()).data.total;
    const { data } = await call<NodeTrial>('POST', '/nodes/test', way());
    expect(data).toMatchObject({ problem: null, memBytes: os.totalmem() });
    expect(data.brief?.hostname).toBe(os.hostname());
    expect(data.hostKey).toMatch(/^(ssh|ecdsa)-\S+ SHA256:\S+$/);
    expect((await assets.list()).data.total).toBe(before);
    expect(await server.current.db.selectFrom('host_key').selectAll().execute()).toEqual([]);
    const [entry] = await actions();
    expect(JSON.stringify(entry)).not.toContain(PASSWORD);
    expect(JSON.stringify(data)).not.toContain(PASSWORD);
  });

  it('that refuses the password, or is not there, says so with the remedy', async () => {
    const refused = await call<NodeTrial>('POST', '/nodes/test', way({ password: 'Wrong-pass1' }));
    expect(refused.data).toMatchObject({ problem: { kind: 'auth' }, brief: null, hostKey: '' });
    expect(refused.data.problem?.remedy).not.toBe('');
    expect(JSON.stringify(refused)).not.toContain('Wrong-pass1');
    const nowhere = await call<NodeTrial>('POST', '/nodes/test', way({ ip: '127.0.0.1', port: 1 }));
    expect(nowhere.data.problem?.kind).toBe('tcp');
    expect((await call('POST', '/nodes/test', way({ ip: 'no host!' }))).code).toBe(400);
  });

  it('takes the right to add assets, and a credential that the caller may use there', async () => {
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node', 'node-add'] });
    const logins = host.logins.length;
    expect((await call('POST', '/nodes/test', way(), token)).error).toBe('node.connection_forbidden');
    const credentialId = await assets.credential();
    const { token: adder } = await server.current.loginAs({
      type: 'admin',
      menus: ['node-add', 'asset-add'],
    });
    const withCredential = way({ accountType: 'credential', credentialId, password: '' });
    expect((await call('POST', '/nodes/test', withCredential, adder)).error).toBe('credential.use_forbidden');
    const asset = await assets.created(way());
    expect((await call('POST', '/nodes/test', { assetId: asset.id }, adder)).error).toBe(
      'node.asset_forbidden',
    );
    const { token: looker } = await server.current.loginAs({ type: 'admin', menus: ['node'] });
    expect((await call('POST', '/nodes/test', way(), looker)).code).toBe(403);
    expect(host.logins).toHaveLength(logins);
    const own = await call<NodeTrial>('POST', '/nodes/test', { assetId: asset.id });
    expect(own.data).toMatchObject({ problem: null, hostKey: '' });
  });
});

describe('the asset of a node', () => {
  it('is made with its address, name and labels, and the node is asked', async () => {
    const id = await planned();
    const own = way({ username: 'maker' });
    const { data } = await call<{ assetId: string; isNew: boolean }>('POST', `/nodes/${id}/asset`, own);
    expect(data.isNew).toBe(true);
    await settled();
    const node = (await call<Node>('GET', `/nodes/${id}`)).data;
    expect(node).toMatchObject({ assetId: data.assetId, status: 'online', port: host.port });
    expect(await assets.get(data.assetId)).toMatchObject({
      name: node.name,
      ip: '127.0.0.1',
      tags: 'env=prod',
      stored: ['password'],
    });
    const again = await planned();
    const second = await call<{ isNew: boolean }>('POST', `/nodes/${again}/asset`, own);
    // The first is linked already, so that this one is another.
    expect(second.data.isNew).toBe(true);
    await settled();
  });

  it('is one that is there, chosen or found by its address and account', async () => {
    const asset = await assets.created(way({ username: 'other' }));
    const id = await planned();
    const found = await call('POST', `/nodes/${id}/asset`, way({ username: 'other' }));
    expect(found.data).toMatchObject({ assetId: asset.id, isNew: false });
    const other = await planned();
    const taken = await call('POST', `/nodes/${other}/asset`, { assetId: asset.id });
    expect(taken.error).toBe('node.asset_taken');
    await settled();
    expect((await actions()).at(-1)).toMatchObject({ action: 'node.linked', object_id: id });
  });

  it('is not for those who may only edit nodes', async () => {
    const asset = await assets.created(way());
    const id = await planned();
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['node', 'node-edit'] });
    for (const [body, error] of [
      [way(), 'node.connection_forbidden'],
      [{ assetId: asset.id }, 'node.asset_forbidden'],
    ] as const) {
      expect((await call('POST', `/nodes/${id}/asset`, body, token)).error).toBe(error);
    }
    const { token: looker } = await server.current.loginAs({ type: 'admin', menus: ['node', 'asset-add'] });
    expect((await call('POST', `/nodes/${id}/asset`, way(), looker)).code).toBe(403);
  });
});

it('another password is logged in with at the next question, not at the next broken line', async () => {
  const own = await startSshHost({
    password: PASSWORD,
    shell: (channel) => channel.end(),
    exec: shellExec(),
  });
  try {
    const credential = { name: 'rotates', type: 'custom', username: 'root', password: PASSWORD };
    const { data: made } = await call<{ id: string }>('POST', '/credentials', credential);
    const account = { accountType: 'credential', credentialId: made.id, password: '', username: '' };
    const asset = await assets.created({ ...way(account), port: own.port });
    const { data: node } = await call<{ id: string }>('POST', '/nodes', {
      name: 'Rotated',
      assetId: asset.id,
    });
    await settled();
    const collect = async () => (await call<NodeRow>('POST', `/nodes/${node.id}/collect`)).data;
    expect((await collect()).status).toBe('online');
    expect(own.logins).toHaveLength(1);
    await call('PUT', `/credentials/${made.id}`, { ...credential, password: 'Wrong-pass1' });
    expect(await collect()).toMatchObject({ status: 'auth-failed', problem: { kind: 'auth' } });
    await call('PUT', `/credentials/${made.id}`, credential);
    expect((await collect()).status).toBe('online');
    expect(own.logins).toHaveLength(2);
  } finally {
    await own.close();
  }
});
