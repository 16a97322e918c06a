import type { DemoClient } from './demo-client.ts';
import {
  COMMANDS,
  FILTER_RULES,
  GROUPS,
  HELPERS,
  JOBS,
  PEOPLE,
  PLACES,
  SHARED_FILES,
  TAGS,
} from './demo-people.ts';
import { DESK, HOST_ACCOUNT, type HostPlace } from './hosts/host-profile.ts';

export type AssetIds = ReadonlyMap<string, string>;

/** Everything of the demo that is there before anybody does something, made by its administrator. */
export async function seedDemo(
  admin: DemoClient,
  places: readonly HostPlace[],
  password: string,
): Promise<void> {
  await admin.call('PUT', '/properties', { 'time-zone': 'Asia/Taipei' });
  const people = await makePeople(admin, password);
  const assets = await makeAssets(admin, places);
  await makeGrants(admin, people, assets);
  for (const command of COMMANDS) {
    await admin.make('/commands', command);
  }
  await makeSpace(admin, people);
  await makeNodes(admin, assets);
  await makeJobs(admin, assets);
}

async function makePeople(admin: DemoClient, password: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const person of PEOPLE) {
    const { id } = await admin.make('/users', {
      ...person,
      password,
      mail: `${person.username}@example.tw`,
      mustChangePassword: false,
    });
    ids.set(person.username, id);
  }
  return ids;
}

async function makeAssets(admin: DemoClient, places: readonly HostPlace[]): Promise<AssetIds> {
  const { id: credentialId } = await admin.make('/credentials', {
    name: '維運帳號',
    type: 'custom',
    ...HOST_ACCOUNT,
  });
  const ids = new Map<string, string>();
  for (const { name, address, port } of places) {
    const { id } = await admin.make('/assets', {
      name,
      protocol: name === DESK.name ? 'vnc' : 'ssh',
      ip: address,
      port,
      accountType: 'credential',
      credentialId,
      tags: TAGS[name] ?? '',
    });
    // Learns its key, if it has one.
    await admin.make(`/assets/${id}/tcping`);
    ids.set(name, id);
  }
  return ids;
}

const idsOf = (ids: ReadonlyMap<string, string>, names: readonly string[]) =>
  names.flatMap((name) => ids.get(name) ?? []);

async function makeGrants(
  admin: DemoClient,
  people: ReadonlyMap<string, string>,
  assets: AssetIds,
): Promise<void> {
  const { id: commandFilterId } = await admin.make('/command-filters', { name: '正式環境危險指令' });
  for (const rule of FILTER_RULES) {
    await admin.make('/command-filter-rules', { commandFilterId, ...rule });
  }
  const all = {
    upload: true,
    download: true,
    edit: true,
    rename: true,
    createDir: true,
    copy: true,
    paste: true,
  };
  const { id: strategyId } = await admin.make('/strategies', {
    name: '一般維運',
    ...all,
    delete: true,
    commandFilterId,
  });
  const { id: readOnly } = await admin.make('/strategies', { name: '唯讀支援', download: true, copy: true });
  for (const { name, members, hosts } of GROUPS) {
    const group = await admin.make('/user-groups', { name, members: idsOf(people, members) });
    await admin.make('/authorised/assets', {
      assetIds: idsOf(assets, hosts),
      userGroupId: group.id,
      strategyId,
    });
  }
  for (const { username, host } of HELPERS) {
    await admin.make('/authorised/assets', {
      assetIds: idsOf(assets, [host]),
      userId: people.get(username) ?? '',
      strategyId: readOnly,
    });
  }
}

async function makeSpace(admin: DemoClient, people: ReadonlyMap<string, string>): Promise<void> {
  const { id } = await admin.make('/storages', {
    name: '維運文件',
    isShare: true,
    limitSize: -1,
    shares: [...people.values()].map((person) => ({ kind: 'user', id: person, mode: 'read' })),
  });
  await admin.make(`/storages/${id}/mkdir?dir=${encodeURIComponent('/變更紀錄')}`);
  for (const [file, fileContent] of Object.entries(SHARED_FILES)) {
    await admin.make(`/storages/${id}/edit`, { file, fileContent });
  }
}

async function makeNodes(admin: DemoClient, assets: AssetIds): Promise<void> {
  for (const [name, place] of Object.entries(PLACES)) {
    const { id } = await admin.make('/nodes', {
      name,
      assetId: assets.get(name) ?? null,
      ...place,
      unitHeight: name.startsWith('gpu') ? 8 : 2,
      assetTag: `TW-${place.rack}-${place.unit}`,
      purchasedAt: '2025-03-14',
      warrantyUntil: '2028-03-13',
      intervalSeconds: 30,
    });
    await admin.make(`/nodes/${id}/collect`).catch(() => undefined);
  }
}

async function makeJobs(admin: DemoClient, assets: AssetIds): Promise<void> {
  for (const { name, cron, script, hosts } of JOBS) {
    await admin.make('/jobs', {
      name,
      func: 'shell-job',
      cron,
      mode: 'custom',
      resourceIds: idsOf(assets, hosts),
      metadata: JSON.stringify({ shell: script }),
      status: 'running',
      failureMail: 'nobody',
    });
  }
  const { items } = await admin.call<{ items: { id: string; func: string }[] }>('GET', '/jobs/paging');
  for (const { id } of items.filter(({ func }) => func === 'shell-job')) {
    await admin.make(`/jobs/${id}/runs`);
  }
  await admin.make('/command-runs', {
    assetIds: idsOf(assets, ['web-01', 'web-02', 'app-01']),
    script: 'hostname\nuptime\ncat /etc/motd',
    timeoutSeconds: 30,
    parallelism: 3,
  });
}
