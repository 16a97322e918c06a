import { listCredentials, type CredentialRow } from '@jadegate/contract/access/credential';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi, type ApiStub } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aCredentialRow, aKeyRow } from './credential.builders.ts';
import { CredentialListPage } from './CredentialListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'credential');
const parts = i18n.getFixedT('zh-TW', 'parts');

function holding(api: ApiStub, rows: CredentialRow[]): ApiStub {
  return api.on(listCredentials, () => ({ total: rows.length, items: rows }));
}

function open(menus?: MenuId[], path = '/credential') {
  return renderPart(<CredentialListPage />, { account: anAccount(menus && { menus }), path });
}

describe('the credential list', () => {
  it('shows each credential with its type, owner and fingerprint, and no placeholder for a missing one', async () => {
    holding(stubApi(), [aCredentialRow(), aKeyRow({ assetCount: 7 })]);
    open();

    const row = (await screen.findByText('jump-key')).closest('tr') as HTMLElement;
    expect(within(row).getByText(t('type.private-key'))).toBeDefined();
    expect(within(row).getByText(/^SHA256:/)).toBeDefined();
    expect(within(row).getByText('7')).toBeDefined();
    const password = screen.getByText('db-primary').closest('tr') as HTMLElement;
    expect(within(password).queryByText(/^SHA256:/)).toBeNull();
  });

  it('says what a credential is and offers to add the first when there is none', async () => {
    holding(stubApi(), []);
    open();

    expect(await screen.findByText(t('empty.help'))).toBeDefined();
    expect(screen.getAllByRole('button', { name: t('action.create') })).toHaveLength(1);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('tells no match from nothing there, and shows everything again after a reset', async () => {
    const api = stubApi().on(listCredentials, ({ query }) =>
      query.get('name') === 'zzz' ? { total: 0, items: [] } : { total: 1, items: [aCredentialRow()] },
    );
    const { user } = open(undefined, '/credential?name=zzz');

    expect(await screen.findByText(parts('list.noMatch.title'))).toBeDefined();
    expect(screen.queryByText(t('empty.title'))).toBeNull();
    await user.click(screen.getAllByRole('button', { name: parts('list.reset') })[0]!);

    expect(await screen.findByText('db-primary')).toBeDefined();
    expect(api.callsTo(listCredentials).at(-1)?.query.get('name')).toBeNull();
  });

  it('says why it could not be read, and reads again on demand', async () => {
    const api = stubApi().on(listCredentials, () => refuse('database.unavailable', 'no database'));
    const { user } = open();

    expect((await screen.findByRole('alert')).textContent).toContain('no database');
    expect(screen.getByText('req-1')).toBeDefined();
    holding(api, [aCredentialRow()]);
    await user.click(screen.getByRole('button', { name: parts('action.retry') }));

    expect(await screen.findByText('db-primary')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the rows and says so when only a refresh fails', async () => {
    const api = holding(stubApi(), [aCredentialRow()]);
    const { user } = open();
    await screen.findByText('db-primary');

    api.on(listCredentials, () => refuse('database.unavailable', 'no database'));
    await user.click(screen.getByRole('button', { name: parts('action.refresh') }));

    expect((await screen.findByRole('alert')).textContent).toContain('no database');
    expect(screen.getByText('db-primary')).toBeDefined();
  });

  it('does not ask the server for those who may not see it', async () => {
    const api = holding(stubApi(), [aCredentialRow()]);
    open(['asset']);

    expect(await screen.findByText(parts('denied.title'))).toBeDefined();
    expect(api.callsTo(listCredentials)).toHaveLength(0);
  });

  it('offers only what the person may do', async () => {
    holding(stubApi(), [aCredentialRow()]);
    open(['credential', 'credential-edit']);

    expect(await screen.findByRole('button', { name: `${t('action.edit')} db-primary` })).toBeDefined();
    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: parts('action.more', { name: 'db-primary' }) })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('asking the server', () => {
  it('searches once for a word that was typed without a pause', async () => {
    const api = holding(stubApi(), [aCredentialRow()]);
    const { user } = open();
    await screen.findByText('db-primary');

    await user.type(screen.getByRole('searchbox'), 'jump ');

    await waitFor(() => expect(api.callsTo(listCredentials).at(-1)?.query.get('name')).toBe('jump'));
    expect(api.callsTo(listCredentials)).toHaveLength(2);
  });

  it('brings the cursor to the search with the slash key', async () => {
    holding(stubApi(), [aCredentialRow()]);
    const { user } = open();
    await screen.findByText('db-primary');

    await user.keyboard('/');

    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    expect((document.activeElement as HTMLInputElement).value).toBe('');
  });

  it('sorts and pages on the server, in the words of the contract', async () => {
    const api = stubApi().on(listCredentials, () => ({ total: 45, items: [aCredentialRow()] }));
    const { user } = open();
    await screen.findByText('db-primary');

    await user.click(screen.getByRole('columnheader', { name: t('field.name') }));
    await waitFor(() => expect(api.callsTo(listCredentials).at(-1)?.query.get('field')).toBe('name'));
    await user.click(screen.getByTitle('2'));

    await waitFor(() => expect(api.callsTo(listCredentials).at(-1)?.query.get('pageIndex')).toBe('2'));
    const { query } = api.callsTo(listCredentials).at(-1)!;
    expect(Object.fromEntries(query)).toEqual({
      pageIndex: '2',
      pageSize: '20',
      field: 'name',
      order: 'ascend',
    });
  });

  it('goes to the last page when the address points past it', async () => {
    const api = stubApi().on(listCredentials, ({ query }) =>
      query.get('pageIndex') === '9' ? { total: 21, items: [] } : { total: 21, items: [aCredentialRow()] },
    );
    open(undefined, '/credential?pageIndex=9');

    expect(await screen.findByText('db-primary')).toBeDefined();
    expect(api.callsTo(listCredentials).at(-1)?.query.get('pageIndex')).toBe('2');
  });
});

describe('what the browser remembers', () => {
  it('keeps the column choice under the key of the product family', async () => {
    holding(stubApi(), [aCredentialRow()]);
    const { user, unmount } = open();
    await screen.findByText('db-primary');

    await user.click(screen.getByRole('button', { name: parts('list.columns') }));
    await user.click(await screen.findByRole('checkbox', { name: t('field.owner') }));

    expect(screen.queryByRole('columnheader', { name: t('field.owner') })).toBeNull();
    expect(JSON.parse(localStorage.getItem('cs-credential') ?? '')).toMatchObject({ owner: { show: false } });
    unmount();
    open();
    await screen.findByText('db-primary');
    expect(screen.queryByText('Mei')).toBeNull();
  });
});
