// A real libvirt and real sshds. What loopback cannot have, a lease and a neighbour there, are stand-ins: see `ToolHost`.
import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import type { VmRow } from '@jadegate/contract/fleet/vm';
import type { Page } from '@jadegate/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { LibvirtHost } from '../../testing/libvirt-host.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { ToolHost } from '../../testing/tool-host.ts';

const ADDRESS = '127.0.0.9';
const server = useTestServer();
const assets = new AssetKit(server);
let libvirt: LibvirtHost;
let hypervisor: ToolHost;
let guest: ToolHost;
let vmId = '';
let mac = '';

const call = <Data>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, token = assets.token) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
const isAt = (card: string) => hypervisor.write('near', `${ADDRESS} dev virbr0 lladdr ${card} REACHABLE`);

/** Makes the asset of the machine as often as a test likes. */
async function linked(change: object = {}) {
  const body = { name: 'guest', protocol: 'ssh', ip: ADDRESS, port: guest.port, ...guest.account, ...change };
  const { data, message } = await call<{ assetId: string; hostKeys: number }>(
    'POST',
    `/vms/${vmId}/asset`,
    body,
  );
  expect(message).toBe('success');
  const { data: keys } = await call<HostKeyRow[]>('GET', `/assets/${data.assetId}/host-keys`);
  expect(data.hostKeys).toBe(keys.length);
  expect((await call('PUT', `/vms/${vmId}`, { assetId: null })).message).toBe('success');
  return { assetId: data.assetId, keys };
}

beforeAll(async () => {
  [libvirt, hypervisor, guest] = await Promise.all([
    LibvirtHost.open(),
    ToolHost.startAt(),
    ToolHost.startAt(ADDRESS),
  ]);
  hypervisor.tool('virsh', String.raw`/usr/bin/virsh "$@" | sed 's/192\.168\.[0-9]*\.[0-9]*/${ADDRESS}/g'`);
  hypervisor.tool(
    'ip',
    `case "$*" in "neigh show to ${ADDRESS}") cat '${hypervisor.at('near')}';; *) exit 1;; esac`,
  );
  await assets.login();
  const asset = await assets.created({
    ip: hypervisor.address,
    port: hypervisor.port,
    ...hypervisor.account,
  });
  const { data } = await call<{ id: string }>('POST', '/nodes', { name: 'kvm-1', assetId: asset.id });
  const uuid = await libvirt.domain();
  await libvirt.shell('virsh', 'start', uuid);
  mac = `52:54:00:${uuid.slice(0, 2)}:${uuid.slice(2, 4)}:${uuid.slice(4, 6)}`;
  await server.current.services.nodeScheduler.settled();
  await call('POST', `/nodes/${data.id}/collect`);
  const found = await call<Page<VmRow>>('GET', `/vms/paging?keyword=${uuid}&nodeId=${data.id}`);
  vmId = found.data.items[0]?.id ?? '';
  isAt(mac);
});
afterAll(async () => {
  await libvirt.close();
  await hypervisor.remove();
  await guest.remove();
});

describe('the host key of a machine', () => {
  it('is what its hypervisor sees, says where it is from, and refuses another', async () => {
    const { assetId, keys } = await linked();
    expect(keys).toMatchObject([
      { state: 'pinned', keyType: 'ssh-ed25519', fingerprint: guest.fingerprint, seenVia: 'kvm-1' },
    ]);
    const learned = (await assets.audited(assetId)).filter(({ action }) => action === 'host-key.learned');
    expect(learned).toMatchObject([
      { detail: { hypervisor: 'kvm-1', keyType: 'ssh-ed25519', fingerprint: guest.fingerprint } },
    ]);
    const check = async () =>
      (await call<{ active: boolean; message: string }>('POST', `/assets/${assetId}/tcping`)).data;
    expect(await check()).toMatchObject({ active: true });
    await guest.goDown();
    guest.makeKey();
    await guest.start();
    const refused = { active: false, message: expect.stringContaining('主機金鑰') as string };
    expect(await check()).toMatchObject(refused);
  });

  it('is not learned for an address that is not its own, or that is reached at another card or none', async () => {
    expect((await linked({ ip: '127.0.0.1' })).keys).toEqual([]);
    isAt('52:54:00:00:00:01');
    expect((await linked()).keys).toEqual([]);
    hypervisor.write('near', `${ADDRESS} dev virbr0 FAILED`);
    expect((await linked()).keys).toEqual([]);
    isAt(mac);
    expect((await linked()).keys).toHaveLength(1);
  });

  it('is left to be learned as any other where it does not answer, or is not SSH', async () => {
    expect((await linked({ port: 1 })).keys).toEqual([]);
    expect((await linked({ protocol: 'telnet' })).keys).toEqual([]);
  });

  it('is refused with all beside it when something is said of another place', async () => {
    const key = guest.read('host_key.pub').split(' ').slice(0, 2).join(' ');
    hypervisor.tool('ssh-keyscan', `printf '%s\\n' '[${ADDRESS}]:${guest.port} ${key}' '127.0.0.1 ${key}'`);
    expect((await linked()).keys).toEqual([]);
    hypervisor.tool('ssh-keyscan', `echo '[${ADDRESS}]:${guest.port} ${key}'`);
    expect((await linked()).keys).toHaveLength(1);
    hypervisor.tool('ssh-keyscan', 'exit 127');
    expect((await linked()).keys).toEqual([]);
  });

  it('is nobody’s who may not make the asset: then nothing is asked', async () => {
    hypervisor.tool('ssh-keyscan', `echo yes > '${hypervisor.at('scanned')}'`);
    const body = { name: 'theirs', protocol: 'ssh', ip: ADDRESS, port: guest.port, ...guest.account };
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['vm', 'vm-edit'] });
    expect((await call('POST', `/vms/${vmId}/asset`, body, token)).error).toBe('vm.asset_forbidden');
    const { token: viewer } = await server.current.loginAs({ type: 'admin', menus: ['vm'] });
    expect((await call('POST', `/vms/${vmId}/asset`, body, viewer)).code).toBe(403);
    expect(() => hypervisor.read('scanned')).toThrow('ENOENT');
    await linked();
    expect(hypervisor.read('scanned')).toBe('yes\n');
  });
});
