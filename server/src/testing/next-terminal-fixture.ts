import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

import { testKeys } from './keys.ts';
import type { OldContent } from './next-terminal-database.ts';

/** Ids of the old installation, as it makes them: UUIDs of version 4. */
export const OLD = {
  first: 'abcdefghijklmnopqrstuvwxyz',
  wang: '11111111-1111-4111-8111-111111111111',
  chen: '22222222-2222-4222-8222-222222222222',
  boss: '33333333-3333-4333-8333-333333333333',
  group: '44444444-4444-4444-8444-444444444444',
  role: '55555555-5555-4555-8555-555555555555',
  sameName: '56565656-5656-4565-8565-565656565656',
  storage: '66666666-6666-4666-8666-666666666666',
  policy: '77777777-7777-4777-8777-777777777777',
  rule: '88888888-8888-4888-8888-888888888888',
  password: '99999999-9999-4999-8999-999999999999',
  key: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  gateway: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
  ssh: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
  rdp: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
  strategy: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee',
  grant: 'f'.repeat(32),
  groupGrant: 'e'.repeat(32),
  command: '12121212-1212-4212-8212-121212121212',
  job: '13131313-1313-4313-8313-131313131313',
  terminal: '14141414-1414-4414-8414-141414141414',
  desktop: '15151515-1515-4515-8515-151515151515',
  token: 'a-login-token-of-old',
  file: '16161616-1616-4616-8616-161616161616',
} as const;

/** Published with an implementation of the hash that is not ours. */
export const BCRYPT = {
  hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  password: 'U*U',
};
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** As the old product seals, by another implementation than ours. */
export function sealAsOld(text: string, encryptionKey: string): string {
  const key = createHash('md5').update(encryptionKey).digest('hex');
  const hex = (part: string) => Buffer.from(part, 'latin1').toString('hex');
  const args = ['enc', '-aes-256-cbc', '-K', hex(key), '-iv', hex(key.slice(0, 16)), '-base64', '-A'];
  return execFileSync('openssl', args, { input: text, encoding: 'utf8' });
}

const CREATED = '2023-05-06 07:08:09.123456+08:00';
const LATER = '2023-05-06 08:08:09';

/** One of everything, with names in Chinese. */
export function oldContent(encryptionKey: string) {
  const seal = (text: string) => sealAsOld(text, encryptionKey);
  const privateKey = testKeys().ed25519;
  const person = {
    password: BCRYPT.hash,
    totp_secret: '-',
    online: 0,
    status: 'enabled',
    created: CREATED,
    source: '',
  };
  const flags = { upload: 1, download: 0, delete: 1, rename: 0, edit: 1, create_dir: 0, copy: 1, paste: 0 };
  const noAccount = { password: '-', private_key: '-', passphrase: '-' };
  return {
    users: [
      { ...person, id: OLD.first, username: 'admin', nickname: '超級管理員', type: 'admin', mail: '' },
      {
        ...person,
        id: OLD.wang,
        username: '王小明',
        nickname: '小明',
        type: 'user',
        mail: 'wang@example.test',
        totp_secret: TOTP_SECRET,
      },
      {
        ...person,
        id: OLD.chen,
        username: 'chen',
        nickname: '陳經理',
        type: 'user',
        mail: '-',
        status: 'disabled',
        password: '',
        source: 'ldap',
      },
      { ...person, id: OLD.boss, username: 'boss', nickname: '主管', type: 'admin', mail: '' },
    ],
    user_groups: [{ id: OLD.group, name: '維運組', created: CREATED }],
    user_group_members: [
      { id: 'm1', user_id: OLD.wang, user_group_id: OLD.group },
      { id: 'm2', user_id: OLD.first, user_group_id: OLD.group },
    ],
    roles: [
      {
        id: 'system-administrator',
        name: '系統管理員',
        type: 'default',
        deletable: 0,
        modifiable: 0,
        created: CREATED,
      },
      { id: OLD.role, name: '資產檢視', type: 'new', deletable: 1, modifiable: 1, created: CREATED },
      { id: OLD.sameName, name: 'Ordinary', type: 'new', deletable: 1, modifiable: 1, created: CREATED },
    ],
    roles_menus_ref: [
      { id: 'r1', role_id: OLD.role, menu_id: 'asset', checked: 1 },
      { id: 'r2', role_id: OLD.role, menu_id: 'resource', checked: 0 },
      { id: 'r3', role_id: OLD.role, menu_id: 'no-such-menu', checked: 1 },
    ],
    users_roles_ref: [
      { id: 'u1', user_id: OLD.wang, role_id: OLD.role },
      { id: 'u2', user_id: OLD.boss, role_id: 'system-administrator' },
    ],
    storages: [
      {
        id: OLD.wang,
        name: '小明的空間',
        is_share: 0,
        limit_size: 5_000_000,
        is_default: 1,
        owner: OLD.wang,
        created: CREATED,
      },
      {
        id: OLD.storage,
        name: '共用檔案',
        is_share: 1,
        limit_size: -1,
        is_default: 0,
        owner: OLD.first,
        created: CREATED,
      },
    ],
    login_policies: [
      { id: OLD.policy, name: '上班時間', ip_group: '10.0.0.0/8', priority: 30, enabled: 1, rule: 'reject' },
    ],
    login_policies_ref: [{ id: 'l1', user_id: OLD.wang, login_policy_id: OLD.policy }],
    time_periods: [{ id: 't1', login_policy_id: OLD.policy, key: 1, value: '09:00~12:00、13:00~18:00' }],
    access_securities: [
      { id: OLD.rule, rule: 'reject', ip: '192.0.2.0/24', source: '管理員新增', priority: 40 },
    ],
    credentials: [
      {
        id: OLD.password,
        name: '正式環境',
        type: 'custom',
        username: 'root',
        ...noAccount,
        password: seal('密碼 p@ss'),
        created: CREATED,
        owner: OLD.wang,
        encrypted: 1,
      },
      {
        id: OLD.key,
        name: '金鑰',
        type: 'private-key',
        username: 'deploy',
        ...noAccount,
        private_key: seal(privateKey),
        created: CREATED,
        owner: OLD.first,
        encrypted: 1,
      },
    ],
    access_gateways: [
      {
        id: OLD.gateway,
        name: '跳板',
        ip: '127.0.0.9',
        port: 2222,
        account_type: 'password',
        username: 'jump',
        ...noAccount,
        password: 'in clear text',
        created: CREATED,
      },
    ],
    assets: [
      {
        id: OLD.ssh,
        name: '網頁主機',
        protocol: 'ssh',
        ip: '127.0.0.8',
        port: 22,
        account_type: 'credential',
        username: '',
        ...noAccount,
        credential_id: OLD.password,
        description: '說明',
        active: 1,
        active_message: '',
        created: CREATED,
        last_access_time: LATER,
        tags: '正式,web',
        owner: OLD.wang,
        encrypted: 1,
        access_gateway_id: OLD.gateway,
      },
      {
        id: OLD.rdp,
        name: 'windows',
        protocol: 'rdp',
        ip: '::1',
        port: 3389,
        account_type: 'custom',
        username: 'Administrator',
        ...noAccount,
        password: seal('rdp secret'),
        credential_id: '-',
        description: '',
        active: 0,
        active_message: '',
        created: CREATED,
        last_access_time: '0001-01-01 00:00:00',
        tags: '-',
        owner: OLD.first,
        encrypted: 1,
        access_gateway_id: '-',
      },
    ],
    asset_attributes: [
      { id: 'a1', asset_id: OLD.rdp, name: 'enable-drive', value: 'true' },
      { id: 'a2', asset_id: OLD.rdp, name: 'drive-path', value: OLD.storage },
      { id: 'a3', asset_id: OLD.rdp, name: 'no-such-parameter', value: 'x' },
      { id: 'a4', asset_id: OLD.rdp, name: 'domain', value: '公司' },
    ],
    strategies: [{ id: OLD.strategy, name: '唯讀', ...flags, created: CREATED }],
    authorised: [
      {
        id: OLD.grant,
        asset_id: OLD.ssh,
        command_filter_id: '',
        strategy_id: OLD.strategy,
        user_id: OLD.wang,
        user_group_id: '',
        created: CREATED,
      },
      {
        id: OLD.groupGrant,
        asset_id: OLD.rdp,
        command_filter_id: '',
        strategy_id: '',
        user_id: '',
        user_group_id: OLD.group,
        created: CREATED,
      },
      {
        id: 'd'.repeat(32),
        asset_id: OLD.rdp,
        command_filter_id: 'a-filter',
        strategy_id: '',
        user_id: OLD.wang,
        user_group_id: '',
        created: CREATED,
      },
    ],
    commands: [{ id: OLD.command, name: '看磁碟', content: 'df -h', created: CREATED, owner: OLD.wang }],
    jobs: [
      {
        id: OLD.job,
        cron_job_id: 3,
        name: '夜間清理',
        func: 'shell-job',
        cron: '0 0 3 * * ?',
        mode: 'custom',
        resource_ids: `${OLD.ssh},${OLD.rdp}`,
        status: 'running',
        metadata: '{"shell":"echo 早安"}',
        created: CREATED,
        updated: LATER,
      },
    ],
    sessions: [
      session({
        id: OLD.terminal,
        asset_id: OLD.ssh,
        creator: OLD.wang,
        recording: `/usr/local/next-terminal/data/recording/${OLD.terminal}/recording.cast`,
        mode: 'native',
        code: 802,
      }),
      session({
        id: OLD.desktop,
        asset_id: OLD.rdp,
        creator: OLD.first,
        protocol: 'rdp',
        mode: 'guacd',
        recording: `/usr/local/next-terminal/data/recording/${OLD.desktop}`,
        width: 1024,
        height: 768,
      }),
      session({
        id: '17171717-1717-4717-8717-171717171717',
        asset_id: OLD.ssh,
        creator: OLD.wang,
        status: 'no_connect',
        connected_time: null,
        recording: '',
      }),
    ],
    login_logs: [
      {
        id: OLD.token,
        username: '王小明',
        client_ip: '127.0.0.1',
        client_user_agent: 'Mozilla',
        login_time: CREATED,
        logout_time: LATER,
        remember: 1,
        state: '1',
        reason: '',
      },
      {
        id: 'failed',
        username: '王小明',
        client_ip: '127.0.0.2',
        client_user_agent: 'Mozilla',
        login_time: CREATED,
        logout_time: '0001-01-01 00:00:00',
        remember: 0,
        state: '0',
        reason: '帳號或密碼不正確',
      },
    ],
    storage_logs: [
      {
        id: OLD.file,
        asset_id: OLD.ssh,
        session_id: OLD.terminal,
        user_id: OLD.wang,
        action: 'upload',
        file_name: '/tmp/報表.csv',
        created: CREATED,
      },
    ],
    job_logs: [{ id: 'j1', timestamp: LATER, job_id: OLD.job, message: '資產「網頁主機」執行成功' }],
    access_token: [
      {
        id: 'k1',
        user_id: OLD.wang,
        token: 'forever-11111111-2222-4333-8444-555555555555',
        created: CREATED,
      },
    ],
    properties: [
      { name: 'mail-password', value: 'a mail password of old' },
      { name: 'enable-recording', value: 'true' },
    ],
    tenants: [{ id: 'n1', name: '租戶', created: CREATED }],
  } satisfies OldContent;
}

function session(some: Record<string, string | number | null>): Record<string, string | number | null> {
  return {
    protocol: 'ssh',
    ip: '127.0.0.8',
    port: 22,
    connection_id: '',
    username: 'root',
    password: '-',
    client_ip: '127.0.0.3',
    width: 80,
    height: 24,
    status: 'disconnected',
    private_key: '-',
    passphrase: '-',
    code: 0,
    message: '',
    connected_time: CREATED,
    disconnected_time: '2023-05-06 07:10:00+08:00',
    mode: 'native',
    file_system: '1',
    upload: '1',
    download: '0',
    delete: '1',
    rename: '1',
    edit: '1',
    create_dir: '',
    copy: '1',
    paste: '1',
    storage_id: '',
    access_gateway_id: '',
    reviewed: 0,
    command_count: 0,
    ...some,
  };
}
