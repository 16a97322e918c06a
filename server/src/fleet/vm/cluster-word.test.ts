import type { VmRow } from '@jadegate/contract/fleet/vm';
// Hosts that say they are of one cluster, some of which lie about it.
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { PveHost } from '../../testing/pve-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const assets = new AssetKit(server);
const hosts = new Map<string, PveHost>();
const ids = new Map<string, string>();

const guest = (vmid: number, node: string, name = `vm ${vmid}`) => ({
  type: 'qemu',
  vmid,
  name,
  node,
  status: 'running',
});
const TRUE = [guest(101, 'pve1'), guest(102, 'pve2')];

const call = <Data>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
  server.current.call<Data>(method, url, { token: assets.token, ...(body && { body }) });
const says = (name: string, resources: readonly object[], listed?: string[]) =>
  hosts.get(name)?.says({ resources, ...(listed && { hosts: listed }) });
const collect = (name: string) => call('POST', `/nodes/${ids.get(name) ?? ''}/collect`);
const vms = async () => (await call<Page<VmRow>>('GET', '/vms/paging?pageSize=100')).data.items;
/** Where each is at home, and under which name. */
const homes = async () =>
  Object.fromEntries((await vms()).map(({ key, nodeName, name, state }) => [key, [nodeName, name, state]]));
const faultOf = async (name: string) => {
  const { data } = await call<{ nodeId: string; fault: string | null }[]>('GET', '/vms/sources');
  return data.find(({ nodeId }) => nodeId === ids.get(name))?.fault;
};

/** A host of ours is added under a name that may not be the one it gives itself. */
async function add(name: string, listed: string[], resources: readonly object[]): Promise<void> {
  const host = await PveHost.start({ cluster: 'lab', hosts: listed, resources });
  hosts.set(name, host);
  const { id: assetId } = await assets.created(host.account);
  const { data } = await call<{ id: string }>('POST', '/nodes', { name, assetId });
  ids.set(name, data.id);
  await server.current.services.nodeScheduler.settled();
}

beforeAll(async () => {
  await assets.login();
  await add('pve1', ['pve1', 'pve2'], TRUE);
  await add('pve2', ['pve2', 'pve1'], TRUE);
  // Whoever spoke for the machines of one that was not there yet hands them over.
  await collect('pve1');
});
afterAll(() => Promise.all([...hosts.values()].map((host) => host.close())));

describe('a host that lies about its cluster', () => {
  it('and that no known host lists is not believed at all', async () => {
    const taken = [guest(101, 'evil', 'mine'), guest(102, 'pve2', 'mine'), guest(666, 'evil')];
    await add('evil', ['evil', 'pve1', 'pve2'], taken);
    await collect('evil');
    expect(await faultOf('evil')).toBe('not-listed');
    const truth = { 'qemu/101': ['pve1', 'vm 101', 'running'], 'qemu/102': ['pve2', 'vm 102', 'running'] };
    expect(await homes()).toEqual(truth);
    // Nor under the name of somebody else.
    await says('evil', taken, ['pve1', 'pve2']);
    await collect('evil');
    expect([await faultOf('evil'), await homes()]).toEqual(['not-listed', truth]);
  });

  it('is believed about its own machines once it is listed, and about those of nobody else', async () => {
    await says('pve1', TRUE, ['pve1', 'pve2', 'evil']);
    await collect('pve1');
    const lies = [
      guest(101, 'evil', 'mine'),
      { ...guest(102, 'pve2', 'mine'), status: 'stopped' },
      guest(103, 'pve1', 'made up'),
      guest(666, 'evil'),
    ];
    await says('evil', lies, ['evil', 'pve1', 'pve2']);
    await collect('evil');
    expect(await faultOf('evil')).toBeNull();
    const now = {
      'qemu/101': ['pve1', 'vm 101', 'running'],
      'qemu/102': ['pve2', 'vm 102', 'running'],
      'qemu/666': ['evil', 'vm 666', 'running'],
    };
    expect(await homes()).toEqual(now);
    // Nor can it have others' machines be gone, or call itself another.
    await says('evil', [guest(666, 'evil')]);
    await collect('evil');
    expect(await homes()).toEqual(now);
    await says('evil', lies, ['pve2', 'pve1']);
    await collect('evil');
    expect([await faultOf('evil'), await homes()]).toEqual(['not-listed', now]);
  });
});

describe('a machine moves', () => {
  it('when the host that it is at home at says so, or lists it no more', async () => {
    await says('pve2', [guest(101, 'pve2'), guest(102, 'pve2')]);
    await collect('pve2');
    expect((await homes())['qemu/101']?.[0]).toBe('pve1');
    await says('pve1', [guest(101, 'pve2'), guest(102, 'pve2')]);
    await collect('pve1');
    expect((await homes())['qemu/101']?.[0]).toBe('pve2');
    await says('pve2', [guest(102, 'pve2')]);
    await collect('pve2');
    expect((await homes())['qemu/101']).toEqual(['pve2', 'vm 101', 'missing']);
    await says('pve1', TRUE);
    await collect('pve1');
    expect((await homes())['qemu/101']).toEqual(['pve1', 'vm 101', 'running']);
  });

  it('when its home cannot be asked any more, and not while that only failed once', async () => {
    const moved = [guest(101, 'pve2'), guest(102, 'pve2')];
    await hosts.get('pve1')?.close();
    hosts.delete('pve1');
    await collect('pve1');
    await says('pve2', moved);
    await collect('pve2');
    expect((await homes())['qemu/101']?.[0]).toBe('pve1');
    // However long the server itself asked nobody.
    server.current.passTime(3_600_000);
    await collect('pve2');
    expect((await homes())['qemu/101']?.[0]).toBe('pve1');
    for (const _ of [2, 3]) {
      await collect('pve1');
    }
    await collect('pve2');
    expect((await homes())['qemu/101']).toEqual(['pve2', 'vm 101', 'running']);
  });
});
