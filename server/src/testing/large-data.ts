import { sql, type RawBuilder } from 'kysely';

import { shortOrSoak } from './soak.ts';
import type { TestServer } from './test-server.ts';

/** Rows of what has no limit of its own: more than the longest page, and as many people as a group may have. */
const MANY = shortOrSoak(50, 1000);
const MOST = shortOrSoak(50, 10_000);
/** Of what is large in itself: a page of a fifth as many says enough. */
const FAT = shortOrSoak(20, 200);

type Values = Readonly<Record<string, RawBuilder<unknown>>>;
const number = sql.ref('n');
/** Unique, and so long. */
const long = (length: number) => sql`printf('%06d', ${number}) || ${'x'.repeat(length - 6)}`;
const fixed = (value: unknown) => sql.val(typeof value === 'string' ? value : JSON.stringify(value));
const id = (table: string) => sql`${`many-${table}-`} || printf('%06d', ${number})`;
export const idsOf = (table: string, count: number) =>
  Array.from({ length: count }, (_, at) => `many-${table}-${String(at + 1).padStart(6, '0')}`);

const labels = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`label-${at}`, 'x'.repeat(63)]));
const allowed = Array.from({ length: 50 }, (_, at) => ({ name: `command ${at}`, content: 'x'.repeat(2000) }));
const ranges = Array.from({ length: 200 }, (_, at) => `192.0.2.${at}/32`).join(',');

/** What each copy of the one row has of its own. */
const COPIES: readonly (readonly [table: string, count: number, values: Values])[] = [
  ['user', MOST, { username: long(100), username_key: long(100), nickname: long(100) }],
  ['user_group', MANY, { name: long(500) }],
  ['role', MANY, { name: long(500) }],
  ['storage', MANY, { name: long(500) }],
  ['login_policy', MANY, { name: long(500), ip_group: fixed(ranges) }],
  ['access_security', MANY, { ip: fixed(ranges) }],
  ['credential', MANY, { name: long(500) }],
  ['access_gateway', MANY, { name: long(500) }],
  ['asset', MOST, { name: long(100), description: fixed('x'.repeat(4000)) }],
  ['command_filter', MANY, { name: long(500) }],
  ['command_filter_rule', 199, { pattern: fixed('x'.repeat(1000)) }],
  ['strategy', FAT, { name: long(500), allowed_commands: fixed(allowed) }],
  ['command', FAT, { name: long(500), content: fixed('x'.repeat(65_536)) }],
  ['job', MANY, { name: long(500) }],
  ['node', MANY, { name: long(200), name_key: long(200), labels: fixed(labels), asset_id: sql`null` }],
  ['vm', MANY, { name: long(500), name_key: long(500), vm_key: id('vm'), labels: fixed(labels) }],
];

/** Copies what `seedEverything` made until every list is as long as it gets. On SQLite. */
export async function seedLargeData(
  { db, services }: TestServer,
  one: Record<string, string>,
): Promise<void> {
  // Nothing here may be dialled.
  await db.updateTable('asset').set({ ip: '127.0.0.1', port: 9 }).execute();
  await db.updateTable('access_gateway').set({ ip: '127.0.0.1', port: 9 }).execute();
  await db.updateTable('setting').set({ value: '127.0.0.1' }).where('key', '=', 'mail-host').execute();
  const run = async (statement: RawBuilder<unknown>) => {
    await services.database.transact(async (tx) => void (await statement.execute(tx)));
  };
  for (const [table, count, values] of COPIES) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
    const own: Values = { id: id(table), ...values };
    const columns = rows.map(({ name }) => sql.ref(name));
    const selected = rows.map(({ name }) => own[name] ?? sql.ref(`one.${name}`));
    await run(sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into ${sql.table(table)} (${sql.join(columns)}) select ${sql.join(selected)} from numbers,
      (select * from ${sql.table(table)} order by rowid desc limit 1) as one`);
  }
  const { group = '', policy = '', asset = '', person = '', job = '', strategy = '' } = one;
  await run(sql`insert or ignore into user_group_member select ${group}, id from user limit ${MOST}`);
  await run(sql`insert or ignore into login_policy_user select ${policy}, id from user limit ${MOST}`);
  await run(sql`insert or ignore into login_policy_user select id, ${person} from login_policy`);
  await run(sql`insert or ignore into job_asset select ${job}, id from asset limit 1000`);
  await run(sql`insert into asset_tag with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < 50)
    select id, printf('%06d', n) || ${'x'.repeat(58)} from numbers,
    (select id from asset where id like 'many-%' limit 1000)`);
  const grant = (idOf: RawBuilder<unknown>, assetOf: RawBuilder<unknown>, userOf: RawBuilder<unknown>) => sql`
    (id, asset_id, user_id, user_group_id, strategy_id, command_filter_id, starts_at, ends_at, time_period, created_at)
    select ${idOf}, ${assetOf}, ${userOf}, null, ${strategy}, null, null, null, '[]', 1`;
  await run(
    sql`insert into authorised ${grant(sql`'g-' || id`, sql.val(asset), sql`id`)} from user where id like 'many-%'`,
  );
  await run(
    sql`insert into authorised ${grant(sql`'h-' || id`, sql`id`, sql.val(person))} from asset where id like 'many-%'`,
  );
  await fillLogs(run, db, one);
  await sql`analyze`.execute(db);
}

/** What grows by itself. Each column that nothing is said about is empty. */
async function fillLogs(
  run: (statement: RawBuilder<unknown>) => Promise<void>,
  db: TestServer['db'],
  { person = '', asset = '', job = '', node = '', vm = '' }: Record<string, string>,
): Promise<void> {
  const text = (length: number) => fixed('x'.repeat(length));
  const logs: readonly (readonly [string, number, Values])[] = [
    [
      'login_log',
      MANY,
      { username: text(200), user_agent: text(500), state: fixed('1'), login_id: sql`null` },
    ],
    [
      'session',
      MANY,
      {
        protocol: fixed('ssh'),
        asset_id: fixed(asset),
        asset_name: text(500),
        user_id: fixed(person),
        user_name: text(200),
        status: fixed('disconnected'),
        flags: fixed('{}'),
        recording: fixed('none'),
        mode: fixed('native'),
        login_id: sql`null`,
      },
    ],
    [
      'session_command',
      MANY,
      {
        session_id: sql`'many-session-000001'`,
        user_id: fixed(person),
        command: text(4096),
        action: fixed('allow'),
      },
    ],
    [
      'storage_log',
      MANY,
      {
        asset_id: fixed(asset),
        user_id: fixed(person),
        user_name: text(200),
        asset_name: text(500),
        action: fixed('upload'),
        file_name: text(4000),
        result: fixed('success'),
      },
    ],
    [
      'command_run',
      FAT,
      {
        user_id: fixed(person),
        user_name: text(200),
        origin: fixed('batch'),
        kind: fixed('command'),
        script: text(65_536),
        state: fixed('over'),
        request: fixed('{}'),
      },
    ],
    [
      'command_run_host',
      500,
      {
        run_id: sql`'many-command_run-000001'`,
        asset_id: id('asset'),
        asset_name: text(500),
        position: number,
        state: fixed('succeeded'),
        output: text(65_536),
        output_bytes: sql`65536`,
      },
    ],
    [
      'job_run',
      MANY,
      { job_id: fixed(job), state: fixed('succeeded'), cause: fixed('schedule'), message: text(500) },
    ],
    [
      'job_result',
      500,
      {
        run_id: sql`'many-job_run-000001'`,
        place: number,
        asset_id: id('asset'),
        asset_name: text(500),
        state: fixed('succeeded'),
        output: text(8000),
      },
    ],
    [
      'node_change',
      MANY,
      {
        node_id: fixed(node),
        path: fixed('disk'),
        old_value: text(1000),
        new_value: text(1000),
        severity: fixed('info'),
      },
    ],
    [
      'vm_task',
      MANY,
      {
        vm_id: fixed(vm),
        vm_name: text(500),
        action: fixed('start'),
        state: fixed('succeeded'),
        log: text(4000),
        user_id: fixed(person),
        ended_at: sql`1`,
      },
    ],
  ];
  for (const [table, count, values] of logs) {
    const { rows } = await sql<{ name: string; type: string; notnull: number; dflt_value: unknown }>`
      select name, type, "notnull", dflt_value from pragma_table_info(${table})`.execute(db);
    const own: Values = { id: id(table), ...values };
    const used = rows.filter(
      ({ name, notnull, dflt_value: usual }) => own[name] ?? (notnull === 1 && usual === null),
    );
    const blank = (type: string) => (/int|real/i.test(type) ? sql`0` : sql`''`);
    await run(sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into ${sql.table(table)} (${sql.join(used.map(({ name }) => sql.ref(name)))})
      select ${sql.join(used.map(({ name, type }) => own[name] ?? blank(type)))} from numbers`);
  }
}
