import * as z from 'zod';

import { readOldTime } from './old-time.ts';

/** What old rows hold: every engine, and the JSON of a backup, writes the same value in another way. */
const text = (max: number) =>
  z.preprocess(
    (value) =>
      value === null || value === undefined ? '' : typeof value === 'number' ? String(value) : value,
    z
      .string()
      .max(max)
      .refine((found) => !found.includes('\0')),
  );
const id = text(200);
const key = text(200).refine((found) => found !== '');
const whole = z.preprocess(
  (value) =>
    value === null || value === undefined || value === ''
      ? 0
      : typeof value === 'string'
        ? Number(value)
        : value,
  z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
);
const TRUE: readonly unknown[] = [1, true, '1', 'true'];
const FALSE: readonly unknown[] = [0, false, '0', 'false', null, undefined, ''];
const flag = z.unknown().transform((value, context) => {
  if (!TRUE.includes(value) && !FALSE.includes(value)) {
    context.addIssue('neither yes nor no');
  }
  return TRUE.includes(value);
});
/** 0 for never. */
const time = z.unknown().transform((value, context) => {
  const found = readOldTime(value);
  if (found === undefined) {
    context.addIssue('no time');
  }
  return found ?? 0;
});
/** A private key, or a script, sealed: a third longer than it was. */
const long = text(200_000);

const account = { username: text(500), password: text(4000), private_key: long, passphrase: text(4000) };

/** The tables that are read, and their columns. What else a row has is not asked for. */
export const OLD_TABLES = {
  users: z.object({
    id: key,
    username: text(500),
    password: text(500),
    nickname: text(500),
    totp_secret: text(1000),
    status: text(20),
    type: text(20),
    mail: text(500),
    source: text(50),
    created: time,
  }),
  user_groups: z.object({ id: key, name: text(500), created: time }),
  user_group_members: z.object({ user_id: id, user_group_id: id }),
  roles: z.object({ id: key, name: text(500), type: text(50), created: time }),
  roles_menus_ref: z.object({ role_id: id, menu_id: id, checked: flag }),
  users_roles_ref: z.object({ user_id: id, role_id: id }),
  storages: z.object({
    id: key,
    name: text(500),
    is_share: flag,
    limit_size: whole,
    is_default: flag,
    owner: id,
    created: time,
  }),
  login_policies: z.object({
    id: key,
    name: text(500),
    ip_group: text(20_000),
    priority: whole,
    enabled: flag,
    rule: text(20),
  }),
  login_policies_ref: z.object({ user_id: id, login_policy_id: id }),
  time_periods: z.object({ login_policy_id: id, key: whole, value: text(2000) }),
  access_securities: z.object({
    id: key,
    rule: text(20),
    ip: text(20_000),
    source: text(500),
    priority: whole,
  }),
  credentials: z.object({
    id: key,
    name: text(500),
    type: text(50),
    ...account,
    created: time,
    owner: id,
    encrypted: flag,
  }),
  access_gateways: z.object({
    id: key,
    name: text(500),
    ip: text(500),
    port: whole,
    account_type: text(50),
    ...account,
    created: time,
  }),
  assets: z.object({
    id: key,
    name: text(500),
    protocol: text(20),
    ip: text(500),
    port: whole,
    account_type: text(20),
    ...account,
    credential_id: id,
    description: text(20_000),
    created: time,
    last_access_time: time,
    tags: text(20_000),
    owner: id,
    encrypted: flag,
    access_gateway_id: id,
  }),
  asset_attributes: z.object({ asset_id: id, name: text(100), value: text(20_000) }),
  strategies: z.object({
    id: key,
    name: text(500),
    upload: flag,
    download: flag,
    delete: flag,
    rename: flag,
    edit: flag,
    create_dir: flag,
    copy: flag,
    paste: flag,
    created: time,
  }),
  authorised: z.object({
    id: key,
    asset_id: id,
    command_filter_id: id,
    strategy_id: id,
    user_id: id,
    user_group_id: id,
    created: time,
  }),
  commands: z.object({ id: key, name: text(500), content: long, created: time, owner: id }),
  jobs: z.object({
    id: key,
    name: text(500),
    func: text(200),
    cron: text(200),
    mode: text(50),
    resource_ids: text(2_000_000),
    metadata: long,
    created: time,
    updated: time,
  }),
  sessions: z.object({
    id: key,
    protocol: text(20),
    ip: text(500),
    port: whole,
    asset_id: id,
    username: text(500),
    creator: id,
    client_ip: text(200),
    width: whole,
    height: whole,
    recording: text(1000),
    code: whole,
    connected_time: time,
    disconnected_time: time,
    mode: text(10),
    upload: flag,
    download: flag,
    delete: flag,
    rename: flag,
    edit: flag,
    create_dir: flag,
    copy: flag,
    paste: flag,
    storage_id: id,
    access_gateway_id: id,
    reviewed: flag,
  }),
  login_logs: z.object({
    id: key,
    username: text(500),
    client_ip: text(200),
    client_user_agent: text(2000),
    login_time: time,
    logout_time: time,
    remember: flag,
    state: text(1),
    reason: text(2000),
  }),
  storage_logs: z.object({
    id: key,
    asset_id: id,
    session_id: id,
    user_id: id,
    action: text(20),
    file_name: text(4000),
    created: time,
  }),
  job_logs: z.object({ id: key, job_id: id }),
  access_token: z.object({ id: key, user_id: id }),
  properties: z.object({ name: key }),
} as const;

export type OldTable = keyof typeof OLD_TABLES;

/** What else 1.3.5 keeps in them: of no use here, found out anew, or a secret that nobody needs any more. */
const LEFT_COLUMNS: Partial<Record<OldTable, readonly string[]>> = {
  users: ['online'],
  roles: ['deletable', 'modifiable'],
  assets: ['active', 'active_message'],
  jobs: ['cron_job_id', 'status'],
  sessions: [
    'connection_id',
    'password',
    'private_key',
    'passphrase',
    'status',
    'message',
    'file_system',
    'command_count',
  ],
  job_logs: ['timestamp', 'message'],
  access_token: ['token', 'created'],
  properties: ['value'],
};
export type OldRow<Table extends OldTable> = z.infer<(typeof OLD_TABLES)[Table]>;

/** Without these it is no installation of it. */
export const NEEDED_TABLES: readonly OldTable[] = ['users', 'assets', 'credentials'];

/** Records of what happened: there may be far more of them than of anything else. */
const RECORDS: readonly OldTable[] = [
  'sessions',
  'login_logs',
  'storage_logs',
  'asset_attributes',
  'job_logs',
];

/** The column by which rows are told apart. */
export const keyOf = (table: OldTable) => (table === 'properties' ? 'name' : 'id');

export const mostRows = (table: OldTable) => (RECORDS.includes(table) ? 500_000 : 100_000);

/** No row of an honest installation is as large, all columns together. */
export const MOST_ROW_BYTES = 4_000_000;

export function columnsOf(table: OldTable): string[] {
  return Object.keys(OLD_TABLES[table].shape);
}

/** Undefined for a table that 1.3.5 does not have. */
export function accountedFor(table: string): ReadonlySet<string> | undefined {
  return isOldTable(table) ? new Set(['id', ...columnsOf(table), ...(LEFT_COLUMNS[table] ?? [])]) : undefined;
}

function isOldTable(table: string): table is OldTable {
  return Object.hasOwn(OLD_TABLES, table);
}

/** The row, or the column that is wrong. A column that a version does not have is empty. */
export function parseOld<Table extends OldTable>(
  table: Table,
  row: Record<string, unknown>,
): { row: OldRow<Table> } | { fault: string } {
  const whole = Object.fromEntries(columnsOf(table).map((column) => [column, row[column] ?? null]));
  const parsed = OLD_TABLES[table].safeParse(whole);
  return parsed.success
    ? { row: parsed.data as OldRow<Table> }
    : { fault: parsed.error.issues[0]?.path.join('.') ?? '' };
}
