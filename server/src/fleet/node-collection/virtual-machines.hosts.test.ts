// The virtual machines of a real libvirt, by the way, the account and the host key of an asset.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { AssetKit } from '../../testing/assets.ts';
import { libvirtAccount, LibvirtHost } from '../../testing/libvirt-host.ts';
import { useTestServer } from '../../testing/test-server.ts';
import type { CollectFailed } from './node-collection.service.ts';

const server = useTestServer();
const assets = new AssetKit(server);
const collection = () => server.current.services.nodeCollection;
const OWN = { kind: 'libvirt', uri: '' } as const;
let host: LibvirtHost;
let assetId = '';

beforeAll(async () => {
  host = await LibvirtHost.open();
  await assets.login();
  ({ id: assetId } = await assets.created(libvirtAccount));
  const { id, username } = await server.current.seedUser({ type: 'admin' });
  const learnFor = { ...SYSTEM_CALLER, userId: id, username, loginId: undefined };
  await collection().facts(assetId, { learnFor });
});
afterAll(() => host.close());

it('are listed, started and stopped, also while the machine itself is asked', async () => {
  const uuid = await host.domain();
  const vm = { provider: 'libvirt', key: uuid, host: null } as const;
  const [outcome, listing] = await Promise.all([
    collection().actOnVm(assetId, OWN, vm, { action: 'start' }),
    collection().vms(assetId, OWN, { closely: [] }),
  ]);
  expect(outcome).toEqual({ isDone: true, state: 'running' });
  expect(listing.vms?.map(({ key }) => key)).toContain(uuid);
  expect(await host.shell('virsh', 'domstate', uuid)).toBe('running');
  expect(await collection().actOnVm(assetId, OWN, vm, { action: 'poweroff' })).toEqual({
    isDone: true,
    state: 'stopped',
  });
  const { vms } = await collection().vms(assetId, OWN, { closely: [vm] });
  expect(vms?.find(({ key }) => key === uuid)).toMatchObject({
    state: 'stopped',
    detail: { disks: [{ target: 'vda' }] },
  });
});

it('a hypervisor that the machine does not have is told as that', async () => {
  const { vms, fault } = await collection().vms(assetId, { kind: 'proxmox', uri: '' }, { closely: [] });
  expect({ vms, fault }).toEqual({ vms: undefined, fault: 'missing-tool' });
});

it('without a way there nothing is done, and the way is told', async () => {
  const vm = { provider: 'libvirt', key: '6695eb01-f6a4-8304-79aa-97f2502e193f', host: null } as const;
  const problem = await collection()
    .actOnVm('no-such-asset', OWN, vm, { action: 'pause' })
    .then(
      () => undefined,
      (error: unknown) => (error as CollectFailed).problem.kind,
    );
  expect(problem).toBe('unlinked');
});
