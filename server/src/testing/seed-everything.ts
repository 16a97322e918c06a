import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';

import { newId } from '../kernel/id.ts';
import { Secret } from '../kernel/secret.ts';
import type { TestServer } from './test-server.ts';

/** One thing of every kind that a backup carries, each tied to the others. */
export async function seedEverything(server: TestServer, canary: string) {
  const { db } = server;
  const at = 1_700_000_000_000;
  const person = await server.seedUser({ type: 'admin', menus: ['credential', 'user'] });
  const ids = {
    person: person.id,
    group: newId(),
    storage: newId(),
    policy: newId(),
    rule: newId(),
    credential: newId(),
    outer: newId(),
    inner: newId(),
    asset: newId(),
    filter: newId(),
    strategy: newId(),
    job: newId(),
    node: newId(),
    gpuNote: newId(),
    vm: newId(),
    source: newId(),
    destination: newId(),
  };
  await db.insertInto('user_group').values({ id: ids.group, name: '維運', created_at: at }).execute();
  await db
    .insertInto('user_group_member')
    .values({ user_group_id: ids.group, user_id: ids.person })
    .execute();
  await db
    .insertInto('user_preference')
    .values({ user_id: ids.person, value: JSON.stringify({ language: 'en', theme: 'dark' }), updated_at: at })
    .execute();
  await db
    .insertInto('identity_source')
    .values({
      id: ids.source,
      key: 'acme',
      kind: 'oidc',
      name: '公司帳號',
      icon: 'keycloak',
      position: 10,
      enabled: 1,
      config: JSON.stringify({ issuer: 'https://idp.example', clientId: 'jadegate' }),
      created_at: at,
      updated_at: at,
    })
    .execute();
  const given = { source_id: ids.source, role_id: null, user_group_id: ids.group };
  await db
    .insertInto('source_rule')
    .values({ ...given, id: newId(), position: 0, value: 'ops' })
    .execute();
  await db
    .insertInto('source_grant')
    .values({ ...given, id: newId(), user_id: ids.person })
    .execute();
  await db
    .insertInto('source_identity')
    .values({
      id: newId(),
      source_id: ids.source,
      issuer: 'https://idp.example',
      subject: 'u-1',
      user_id: ids.person,
      label: 'mei',
      created_at: at,
      last_login_at: at,
    })
    .execute();
  await db
    .insertInto('storage')
    .values({
      id: ids.storage,
      name: '專案',
      is_share: 1,
      limit_bytes: 1000,
      owner_id: ids.person,
      created_at: at,
    })
    .execute();
  await db.updateTable('storage').set({ name: '總管的檔案' }).where('id', '=', SUPER_ADMIN_ID).execute();
  const share = { storage_id: ids.storage, mode: 'read' } as const;
  await db
    .insertInto('storage_share')
    .values([
      { ...share, id: newId(), user_id: ids.person, user_group_id: null },
      { ...share, id: newId(), user_id: null, user_group_id: ids.group, mode: 'write' },
    ])
    .execute();
  await db
    .insertInto('login_policy')
    .values({
      id: ids.policy,
      name: '上班時間',
      ip_group: '10.0.0.0/8',
      priority: 50,
      enabled: 1,
      rule: 'allow',
      time_period: JSON.stringify([{ key: 1, value: '09:00~18:00' }]),
    })
    .execute();
  await db
    .insertInto('login_policy_user')
    .values({ login_policy_id: ids.policy, user_id: ids.person })
    .execute();
  await db
    .insertInto('access_security')
    .values({ id: ids.rule, ip: '192.0.2.0/24', rule: 'reject', source: 'administrator', priority: 10 })
    .execute();
  await db
    .insertInto('setting')
    .values({ key: 'mail-host', value: 'mail.example.tw', updated_at: at })
    .execute();
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('logo')]);
  await db
    .insertInto('brand_image')
    .values({ name: 'logo', content_type: 'image/png', content: png.toString('base64'), version: 'v1' })
    .execute();
  await db
    .insertInto('credential')
    .values({
      id: ids.credential,
      name: 'root 密碼',
      type: 'custom',
      username: 'root',
      owner_id: ids.person,
      key_type: '',
      fingerprint: '',
      public_key: '',
      created_at: at,
      updated_at: at,
    })
    .execute();
  const gateway = {
    ip: '10.1.1.1',
    port: 22,
    account_type: 'password',
    username: 'gw',
    created_at: at,
  } as const;
  await db
    .insertInto('access_gateway')
    .values({ ...gateway, id: ids.outer, name: '外層', parent_id: null })
    .execute();
  await db
    .insertInto('access_gateway')
    .values({ ...gateway, id: ids.inner, name: '內層', parent_id: ids.outer })
    .execute();
  await db
    .insertInto('asset')
    .values({
      id: ids.asset,
      name: 'web-01',
      protocol: 'ssh',
      ip: '10.2.2.2',
      port: 22,
      account_type: 'credential',
      username: '',
      credential_id: ids.credential,
      description: '',
      owner_id: ids.person,
      access_gateway_id: ids.inner,
      created_at: at,
    })
    .execute();
  await db.insertInto('asset_tag').values({ asset_id: ids.asset, tag: '正式' }).execute();
  await db
    .insertInto('asset_attribute')
    .values({ asset_id: ids.asset, name: 'color-depth', value: '24' })
    .execute();
  const key = { key_type: 'ssh-ed25519', state: 'pinned', fingerprint: 'SHA256:x', public_key: 'k' } as const;
  for (const owner of [`asset:${ids.asset}`, `gateway:${ids.outer}`]) {
    await db
      .insertInto('host_key')
      .values({ ...key, owner, seen_at: at, seen_by: ids.person, seen_via: 'pve-1' })
      .execute();
  }
  await db
    .insertInto('command_filter')
    .values({ id: ids.filter, name: '禁止關機', created_at: at })
    .execute();
  await db
    .insertInto('command_filter_rule')
    .values({
      id: newId(),
      command_filter_id: ids.filter,
      priority: 1,
      type: 'prefix',
      pattern: 'shutdown',
      ignore_case: 0,
      action: 'deny',
      enabled: 1,
      created_at: at,
    })
    .execute();
  const can = {
    upload: 1,
    download: 1,
    edit: 1,
    remove: 0,
    rename: 1,
    copy: 1,
    paste: 1,
    create_dir: 1,
  } as const;
  await db
    .insertInto('strategy')
    .values({
      ...can,
      id: ids.strategy,
      name: '唯讀',
      idle_minutes: 0,
      max_minutes: 0,
      recording: 1,
      recording_reason: '',
      command_filter_id: ids.filter,
      commands_only: 0,
      allowed_commands: JSON.stringify([{ name: '重啟', content: 'systemctl restart {{service}}' }]),
      channels: JSON.stringify(['exec', 'localForward']),
      forward_targets: JSON.stringify(['db.internal:5432']),
      created_at: at,
    })
    .execute();
  const grant = {
    asset_id: ids.asset,
    strategy_id: ids.strategy,
    command_filter_id: null,
    starts_at: null,
    ends_at: at,
    time_period: '[]',
    created_at: at,
  };
  await db
    .insertInto('authorised')
    .values([
      { ...grant, id: newId(), user_id: ids.person, user_group_id: null },
      { ...grant, id: newId(), user_id: null, user_group_id: ids.group },
    ])
    .execute();
  await db
    .insertInto('command')
    .values({ id: newId(), name: '磁碟', content: 'df -h', owner_id: ids.person, shared: 1, created_at: at })
    .execute();
  await db
    .insertInto('job')
    .values({
      id: ids.job,
      name: '每晚備份',
      func: 'backup-job',
      cron: '0 0 3 * * ?',
      mode: 'custom',
      tags: '',
      metadata: '{"place":"folder","storageId":"","keep":3}',
      status: 'not-running',
      owner_id: ids.person,
      overlap: 'skip',
      timeout_seconds: 60,
      retries: 1,
      failure_mail: 'owner',
      created_at: at,
    })
    .execute();
  await db
    .insertInto('event_destination')
    .values({
      id: ids.destination,
      name: '資安監控',
      kind: 'webhook',
      enabled: 0,
      config: JSON.stringify({ kind: 'webhook', url: 'https://siem.example/events', batch: 100, ca: '' }),
      filter: JSON.stringify({ groups: ['login'], tags: ['正式'] }),
      for_people: 1,
      for_assets: 1,
      quiet: JSON.stringify([{ key: 1, value: '22:00~06:00' }]),
      fail_closed_hours: 4,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const target = { destination_id: ids.destination, user_id: null, user_group_id: null, asset_id: null };
  await db
    .insertInto('event_destination_target')
    .values([
      { ...target, id: newId(), user_id: ids.person },
      { ...target, id: newId(), user_group_id: ids.group },
      { ...target, id: newId(), asset_id: ids.asset },
    ])
    .execute();
  await db.insertInto('job_asset').values({ job_id: ids.job, asset_id: ids.asset }).execute();
  await db
    .insertInto('recovery_code')
    .values({ user_id: ids.person, code_hash: 'ab'.repeat(32) })
    .execute();
  await db.updateTable('user').set({ totp_enabled: 1 }).where('id', '=', ids.person).execute();

  const secrets: [string, string][] = [
    [`credential:${ids.credential}`, 'password'],
    [`event-destination:${ids.destination}`, 'signing'],
    [`identity-source:${ids.source}`, 'secret'],
    [`asset:${ids.asset}`, 'password'],
    [`gateway:${ids.outer}`, 'password'],
    [`job:${ids.job}`, 'passphrase'],
    ['setting', 'mail-password'],
  ];
  await server.services.database.transact(async (tx) => {
    for (const [owner, name] of secrets) {
      await server.services.vault.put(owner, name, new Secret(`${canary} ${owner}`), tx);
    }
    await server.services.vault.put(`user:${ids.person}`, 'totp', new Secret('JBSWY3DPEHPK3PXP'), tx);
  });
  await db
    .insertInto('node')
    .values({
      id: ids.node,
      name: '機櫃一',
      name_key: '機櫃一',
      asset_id: ids.asset,
      site: '台北',
      room: '',
      rack: 'R1',
      unit: 3,
      unit_height: 2,
      asset_tag: 'T-1',
      department: '',
      purchased_at: '2025-01-31',
      warranty_until: '',
      retire_at: '',
      labels: '{"env":"prod"}',
      lifecycle: 'planned',
      expect: '{"gpuCount":8}',
      collects: 1,
      interval_seconds: 60,
      collects_vms: 1,
      vm_interval_seconds: 60,
      hypervisor_uri: 'qemu:///system',
      description: '',
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('gpu_note')
    .values({
      id: ids.gpuNote,
      card_key: 'GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7b301',
      note: '借給三組',
      labels: '{"team":"three"}',
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('vm')
    .values({
      id: ids.vm,
      provider: 'libvirt',
      home_node_id: ids.node,
      cluster_name: '',
      vm_key: '6695eb01-f6a4-8304-79aa-97f2502e193f',
      uuid: '6695eb01-f6a4-8304-79aa-97f2502e193f',
      name: 'db 02 (測試)',
      name_key: 'db 02 (測試)',
      owner_id: ids.person,
      department: '',
      labels: '{"env":"prod"}',
      description: '',
      manual_ip: '10.3.3.3',
      asset_id: ids.asset,
      is_protected: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return { ...ids, username: person.username };
}
