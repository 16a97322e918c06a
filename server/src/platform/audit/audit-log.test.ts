import type { Page } from '@jadegate/contract/paging';
import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';
import { SUPER_ADMIN_NICKNAME } from '@jadegate/contract/words/roles';
import { beforeEach, describe, expect, it } from 'vitest';

import { csvLine } from '../../kernel/csv.ts';
import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const list = async (query: Record<string, string>) =>
  (await server.current.call<Page<AuditLogRow>>('GET', '/audit-logs/paging', { token, query })).data;
const addCredential = (name: string) =>
  server.current.call('POST', '/credentials', { token, body: { name, type: 'custom', password: 'p' } });

describe('reading the audit log', () => {
  it('filters by actor, action, object, result and time', async () => {
    const name = `thing ${newId()}`;
    await addCredential(name);
    const { items } = await list({ object: name });
    expect(items).toMatchObject([
      {
        action: 'credential.created',
        actorName: 'admin',
        actorNickname: SUPER_ADMIN_NICKNAME['zh-TW'],
        objectName: name,
        result: 'success',
        detail: { type: 'custom' },
      },
    ]);
    const at = items[0]?.at ?? '';
    expect(at).toMatch(/Z$/);
    expect((await list({ object: name, action: 'credential.deleted' })).total).toBe(0);
    expect((await list({ object: name, actor: 'adm' })).total).toBe(1);
    expect((await list({ object: name, result: 'failure' })).total).toBe(0);
    expect((await list({ object: name, from: at })).total).toBe(1);
    expect((await list({ object: name, to: at })).total).toBe(0);
  });

  it('verifies the chain, and says where it is broken', async () => {
    const verify = async () =>
      (await server.current.call<object>('POST', '/audit-logs/verify', { token })).data;
    expect(await verify()).toMatchObject({ brokenAt: null });
    await server.current.db
      .updateTable('audit_log')
      .set({ address: 'forged' })
      .where('seq', '=', 1)
      .execute();
    expect(await verify()).toMatchObject({ brokenAt: 1, entries: 0 });
  });

  it('exports CSV that no spreadsheet runs, and JSON lines', async () => {
    const name = `=cmd|' /C calc'!A0 ${newId()}`;
    await addCredential(name);
    const read = (format: string) =>
      server.current.inject('GET', '/audit-logs/export', { token, query: { format, object: name } });
    const csv = (await read('csv')).body;
    expect(csv.split('\r\n')[1]).toContain(`'${name}`);
    const [line] = (await read('jsonl')).body.split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ objectName: name });
    expect((await list({ action: 'audit-log.exported' })).total).toBe(2);
  });
});

describe('a line of CSV', () => {
  it('quotes what must be quoted and disarms formulas', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', 7])).toBe(
      'a,"b,c","say ""hi""","two\nlines",7\r\n',
    );
    expect(csvLine(['=1', '+1', '-1', '@x', '\tx', '-5'])).toBe("'=1,'+1,'-1,'@x,'\tx,'-5\r\n");
  });
});
