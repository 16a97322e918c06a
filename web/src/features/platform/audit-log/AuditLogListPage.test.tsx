import { createTicket } from '@jadegate/contract/identity/account';
import type { MenuId } from '@jadegate/contract/menu';
import {
  listAuditArchives,
  listAuditLogs,
  verifyAuditLog,
  type AuditLogRow,
} from '@jadegate/contract/platform/audit-log';
import { AUDIT_WORDS } from '@jadegate/contract/words/audit';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { anAuditLogRow } from './audit-log.builders.ts';
import { AuditLogListPage } from './AuditLogListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'audit-log');

const ARCHIVE = {
  id: '1',
  firstSeq: 1,
  lastSeq: 40,
  from: '2026-01-02T12:00:00.000Z',
  to: '2026-02-03T12:00:00.000Z',
  bytes: 2048,
  server: 'north',
  isHere: false,
};

async function open(
  rows: AuditLogRow[],
  { menus, path = '/audit-log' }: { menus?: MenuId[]; path?: string } = {},
) {
  const api = stubApi()
    .on(listAuditLogs, () => ({ total: rows.length, items: rows }))
    .on(listAuditArchives, () => [ARCHIVE]);
  const view = renderPart(<AuditLogListPage />, { account: anAccount(menus && { menus }), path });
  await screen.findByText(String(rows[0]?.seq));
  return { ...view, api };
}

describe('the audit log', () => {
  it('says who did what to which object, in words', async () => {
    await open([
      anAuditLogRow(),
      anAuditLogRow({ seq: 40, action: 'moon.landed', result: 'failure', actorName: '', actorNickname: '' }),
    ]);

    const row = within(screen.getByText('41').closest('tr') as HTMLElement);
    expect(row.getByText('Mei Chen（mei）')).toBeDefined();
    expect(row.getByText(AUDIT_WORDS['role.updated']['zh-TW'])).toBeDefined();
    expect(row.getByText('角色 · operators')).toBeDefined();
    const other = within(screen.getByText('40').closest('tr') as HTMLElement);
    expect(other.getByText('moon.landed')).toBeDefined();
    expect(other.getByText(t('status.nobody'))).toBeDefined();
    expect(other.getByText(t('result.failure'))).toBeDefined();
  });

  it('says of what a command beside the server did that it was one', async () => {
    const operator = { actorName: '', actorNickname: '', address: 'local' };
    const { user } = await open([
      anAuditLogRow({ ...operator, action: 'setting.updated', objectType: 'setting', objectName: '' }),
    ]);
    const row = within(screen.getByText('41').closest('tr') as HTMLElement);
    expect(row.getByText(t('status.operator'))).toBeDefined();

    await user.click(screen.getByRole('button', { name: t('action.openEntry', { seq: 41 }) }));
    const drawer = within(await screen.findByRole('dialog'));
    const said = {
      actor: t('status.operator'),
      action: AUDIT_WORDS['setting.updated']['zh-TW'],
      result: t('result.success'),
    };
    expect(drawer.getByText(t('sentence.here', said))).toBeDefined();
  });

  it('tells an entry in sentences, and has it as it is stored', async () => {
    const detail = {
      name: { before: 'helpers', after: 'operators' },
      enabled: { before: true, after: false },
      rule: { after: 'allow' },
      owner: { after: 'admin' },
      added: ['role-add', 'role-del'],
    };
    const { user } = await open([anAuditLogRow({ detail })]);

    await user.click(screen.getByRole('button', { name: t('action.openEntry', { seq: 41 }) }));
    const drawer = within(await screen.findByRole('dialog'));

    expect(
      drawer.getByText(/^Mei Chen.*從 192\.0\.2\.7 對角色「operators」執行「.+」，成功。$/),
    ).toBeDefined();
    const items = (name: string) =>
      within(drawer.getByRole('region', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(items(t('title.differences'))).toEqual([
      '「名稱」由「helpers」改為「operators」',
      '「啟用」由「是」改為「否」',
      '「規則」設為「允許（allow）」',
      // A name that somebody gave, not the word for a kind of people.
      expect.stringContaining('設為「admin」'),
    ]);
    expect(items(t('title.detail'))).toEqual(['added：role-add、role-del']);
    expect(drawer.getByText(/"before": "helpers"/)).toBeDefined();
    expect(drawer.getByText('request-41')).toBeDefined();
  });

  it('asks the server for what the address says', async () => {
    const { api } = await open([anAuditLogRow()], {
      path: '/audit-log?actor=mei&action=role.updated&object=ops&result=success&from=2026-11-14T00:00:00.000Z',
    });

    expect(Object.fromEntries(api.callsTo(listAuditLogs).at(-1)?.query ?? [])).toMatchObject({
      actor: 'mei',
      action: 'role.updated',
      object: 'ops',
      result: 'success',
      from: '2026-11-14T00:00:00.000Z',
    });
  });
});

describe('an archive', () => {
  it('is offered with its entries, its days and its server, and asked for when it is chosen', async () => {
    const { user, api } = await open([anAuditLogRow()]);

    await user.click(await screen.findByRole('combobox', { name: t('field.archive') }));
    const range = t('archive.range', { firstSeq: 1, lastSeq: 40, from: '2026-01-02', to: '2026-02-03' });
    await user.click(await screen.findByTitle(`${range} · ${t('archive.elsewhere', { server: 'north' })}`));

    await waitFor(() => expect(api.callsTo(listAuditLogs).at(-1)?.query.get('archive')).toBe('1'));
  });
});

describe('verifying', () => {
  it('names the broken entry, and keeps saying so until it is dismissed', async () => {
    const { user, api } = await open([anAuditLogRow()]);
    api.on(verifyAuditLog, () => ({ entries: 16, brokenAt: 17 }));

    await user.click(screen.getByRole('button', { name: t('action.verify') }));

    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(t('verify.broken', { seq: 17 }));
    expect(alert.textContent).toContain(t('verify.brokenHelp', { count: 16 }));
    await user.click(within(alert).getByRole('button', { name: t('action.dismiss') }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('says how many entries were checked when all are whole', async () => {
    const { user, api } = await open([anAuditLogRow()]);
    api.on(verifyAuditLog, () => ({ entries: 41, brokenAt: null }));

    await user.click(screen.getByRole('button', { name: t('action.verify') }));

    expect(await screen.findByText(t('verify.whole', { count: 41 }))).toBeDefined();
  });

  it('does not take a failure to check for a whole log', async () => {
    const { user, api } = await open([anAuditLogRow()]);
    api.on(verifyAuditLog, () => refuse('database.unavailable', 'no database'));

    await user.click(screen.getByRole('button', { name: t('action.verify') }));

    expect((await screen.findByRole('alert')).textContent).toContain('no database');
  });
});

describe('exporting', () => {
  it('takes the filters along, but not the page', async () => {
    const { user, api } = await open([anAuditLogRow()], { path: '/audit-log?actor=mei&pageSize=50' });
    api.on(createTicket, () => ({ ticket: 'ticket-1', expiresInSeconds: 60 }));
    const opened = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      addresses.push(this.href);
    });
    const addresses: string[] = [];

    await user.click(screen.getByRole('button', { name: t('action.export') }));
    await user.click(await screen.findByRole('menuitem', { name: t('format.jsonl') }));

    await waitFor(() => expect(addresses).toHaveLength(1));
    opened.mockRestore();
    const query = new URL(addresses[0] ?? '').searchParams;
    expect([query.get('format'), query.get('actor'), query.get('pageSize')]).toEqual(['jsonl', 'mei', null]);
  });
});

it('offers only what the person may do', async () => {
  await open([anAuditLogRow()], { menus: ['audit-log'] });

  expect(screen.queryByRole('button', { name: t('action.verify') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('action.export') })).toBeNull();
});
