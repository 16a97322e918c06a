// On both engines: searching, raw conditions and their plans.
import type { MenuId } from '@jadegate/contract/menu';
import { beforeAll, describe, expect, it } from 'vitest';

import { StorageLogRepository } from '../files/storage-log/storage-log.repository.ts';
import { LoginLogRepository } from '../identity/login-log/login-log.repository.ts';
import { SYSTEM_CALLER } from '../kernel/actor.ts';
import { newId } from '../kernel/id.ts';
import { CommandRunRepository } from '../operations/command-run/command-run.repository.ts';
import { AuditLogRepository } from '../platform/audit/audit-log.repository.ts';
import { SessionCommandRepository } from '../session/session-command/session-command.repository.ts';
import { SessionRepository } from '../session/session/session.repository.ts';
import { anAsset } from '../testing/grant-rows.ts';
import { aSession } from '../testing/session-rows.ts';
import { plansOf, wholeTables } from '../testing/statement-plans.ts';
import { useTestServer } from '../testing/test-server.ts';
import type { Database } from './database.ts';

const server = useTestServer();
let asset = '';

/** Called alike, with accounts of which one begins like the other. */
const WANG = { account: 'alice-w', nickname: '王小明', mail: 'ming@corp.example' };
const OTHER = { account: 'alice-w2', nickname: '王小明', mail: 'other@corp.example' };

async function leaveTraces({ account, nickname, mail }: typeof WANG) {
  const { db, services } = server.current;
  const { id } = await server.current.seedUser();
  await db
    .updateTable('user')
    .set({ username: account, username_key: account, nickname, mail })
    .where('id', '=', id)
    .execute();
  // As logs have it: what they were called on the day.
  const row = { user_id: id, user_name: nickname, created_at: 1 };
  const session = await aSession(server.current, { ...row, disconnected_at: 2 });
  await db
    .insertInto('session_command')
    .values({
      id: newId(),
      session_id: session,
      user_id: id,
      command: 'ls',
      risk_level: 0,
      action: 'allow',
      offset_ms: 1,
      created_at: 1,
    })
    .execute();
  await db
    .insertInto('storage_log')
    .values({
      ...row,
      id: newId(),
      asset_id: 'a',
      asset_name: 'a',
      session_id: session,
      action: 'upload',
      file_name: '/f',
      result: 'success',
      bytes: 1,
      checksum: '',
    })
    .execute();
  await db
    .insertInto('command_run')
    .values({
      ...row,
      id: newId(),
      origin: 'batch',
      kind: 'command',
      script: 'ls',
      request: '{}',
      state: 'over',
      stop_requested: 0,
      process_id: '',
      finished_at: 2,
    })
    .execute();
  await db
    .insertInto('login_log')
    .values({
      id: newId(),
      login_id: null,
      // As it was typed.
      username: account.toUpperCase(),
      address: '127.0.0.1',
      user_agent: '',
      remember: 0,
      state: '0',
      reason: '',
      login_at: 1,
      logout_at: null,
    })
    .execute();
  const object = { type: 'user', id: '', name: '' };
  const grant = { id: newId(), asset_id: asset, user_id: id, user_group_id: null };
  const terms = { strategy_id: null, command_filter_id: null, starts_at: null, ends_at: null };
  await db
    .insertInto('authorised')
    .values({ ...grant, ...terms, time_period: '[]', created_at: 1 })
    .execute();
  const actor = { ...SYSTEM_CALLER, loginId: undefined, userId: id, username: account };
  await services.audit.writeAlone(actor, { action: 'login-log.cleared', object });
}

beforeAll(async () => {
  asset = (await anAsset(server.current)).id;
  await leaveTraces(WANG);
  await leaveTraces(OTHER);
});

const PAGE = { pageIndex: 1, pageSize: 10 };
type List = (database: Database, text: string) => Promise<{ total: number }>;
/** Every log that is filtered by person. */
const LOGS: [name: string, list: List][] = [
  ['sessions', (on, userName) => new SessionRepository(on).page({ ...PAGE, byMail: true, userName })],
  ['commands', (on, userName) => new SessionCommandRepository(on).page({ ...PAGE, byMail: true, userName })],
  ['files', (on, userName) => new StorageLogRepository(on).page({ ...PAGE, byMail: true, userName })],
  [
    'runs',
    (on, userName) => new CommandRunRepository(on).page({ ...PAGE, byMail: true, userName }, undefined),
  ],
  ['logins', (on, username) => new LoginLogRepository(on).page({ ...PAGE, byMail: true, username })],
  ['audit', (on, actor) => new AuditLogRepository(on).page({ ...PAGE, byMail: true, actor })],
];

describe('people are found the same way everywhere', () => {
  const people: List = async (_, text) => {
    const token = await server.current.login();
    const url = `/users/paging?keyword=${encodeURIComponent(text)}`;
    return (await server.current.call<{ total: number }>('GET', url, { token })).data;
  };
  it.each([...LOGS, ['users', people] as const])('%s', async (_, list) => {
    const found = async (text: string) => (await list(server.current.services.database, text)).total;
    expect({
      name: await found('王小明'),
      account: await found('ALICE-W2'),
      mail: await found('ming@corp'),
      displayed: await found('王小明（alice-w）'),
      inEnglish: await found('王小明 (alice-w)'),
      typedSoFar: await found('王小明（alice-w'),
      somebodyElse: await found('李小明（alice-w）'),
      wildcard: await found('%%%'),
    }).toEqual({
      name: 2,
      account: 1,
      mail: 1,
      displayed: 1,
      inEnglish: 1,
      typedSoFar: 2,
      somebodyElse: 0,
      wildcard: 0,
    });
  });

  it.each(LOGS)('%s: by indexes, however long the log is', async (_, list) => {
    const { database } = server.current.services;
    const plans = await plansOf(database, (db) => list({ ...database, db }, '王小明（alice-w）'));
    expect(wholeTables(plans)).toEqual([]);
  });
});

describe('who may not see mail addresses does not find by them', () => {
  const MENUS = [
    'offline-session',
    'offline-session-playback',
    'session-command',
    'storage-log',
    'login-log',
    'audit-log',
    'audit-log-export',
    'asset-authorised-user',
  ] as const satisfies MenuId[];
  const PATHS = [
    '/sessions/paging?userName=',
    '/session-commands/paging?userName=',
    '/storage-logs/paging?userName=',
    '/command-runs/all/paging?userName=',
    '/login-logs/paging?username=',
    '/audit-logs/paging?actor=',
    '/authorised/users/paging?assetId=ASSET&name=',
    '/session-search/paging?text=ls&userName=',
  ];

  it('in any list, nor in the file of one', async () => {
    const auditor = await server.current.loginAs({ type: 'admin', menus: MENUS });
    const keeper = await server.current.loginAs({ type: 'admin', menus: [...MENUS, 'user'] });
    const binder = await server.current.loginAs({
      type: 'admin',
      menus: [...MENUS, 'login-policy-bind-user'],
    });
    const found = async (path: string, token: string) => {
      const url = path.replace('ASSET', asset);
      const { data } = await server.current.call<{ items: unknown[] }>('GET', url, { token });
      return data.items.length;
    };
    for (const path of PATHS) {
      const seen = {
        name: await found(`${path}alice-w2`, auditor.token),
        auditor: await found(`${path}ming@corp`, auditor.token),
        keeper: await found(`${path}ming@corp`, keeper.token),
        binder: await found(`${path}ming@corp`, binder.token),
      };
      expect({ path, ...seen }).toEqual({ path, name: 1, auditor: 0, keeper: 1, binder: 1 });
    }
    const lines = async ({ token }: { token: string }) => {
      const file = '/audit-logs/export?format=jsonl&actor=ming@corp';
      return (await server.current.inject('GET', file, { token })).body.split('\n').length - 1;
    };
    expect([await lines(auditor), await lines(keeper)]).toEqual([0, 1]);
  });

  it('and nobody does in the free text of a search', async () => {
    const token = await server.current.login();
    const search = async (text: string) => {
      const url = `/session-search/paging?kind=session&text=${text}`;
      return (await server.current.call<{ items: unknown[] }>('GET', url, { token })).data.items.length;
    };
    expect([await search('alice-w2'), await search('ming@corp')]).toEqual([1, 0]);
  });
});
