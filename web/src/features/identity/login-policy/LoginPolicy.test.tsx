import {
  bindLoginPolicy,
  deleteLoginPolicies,
  getLoginPolicy,
  listLoginPolicies,
  listLoginPolicyUserIds,
  listLoginPolicyUsers,
  testLoginPolicies,
  unbindLoginPolicy,
} from '@jadegate/contract/identity/login-policy';
import { listUserOptions, listUsers } from '@jadegate/contract/identity/user';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aLoginPolicy, aLoginPolicyRow, aPerson } from './login-policy.builders.ts';
import { LoginPolicyDetailPage } from './LoginPolicyDetailPage.tsx';
import { LoginPolicyListPage } from './LoginPolicyListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'login-policy');

async function openList(menus?: MenuId[]) {
  const api = stubApi().on(listLoginPolicies, () => ({ total: 1, items: [aLoginPolicyRow()] }));
  const account = anAccount(menus && { menus });
  const view = renderPart(<LoginPolicyListPage />, { account, path: '/login-policy' });
  await screen.findByText('Office hours');
  return { ...view, api };
}

function openDetail(tab: string, menus?: MenuId[]) {
  const api = stubApi()
    .on(getLoginPolicy, () => aLoginPolicy())
    .on(listLoginPolicyUsers, () => ({ total: 1, items: [aPerson()] }));
  const view = renderPart(
    <Routes>
      <Route path="/login-policy/:loginPolicyId" element={<LoginPolicyDetailPage />} />
    </Routes>,
    { account: anAccount(menus && { menus }), path: `/login-policy/policy-1?activeKey=${tab}` },
  );
  return { ...view, api };
}

describe('the list of policies', () => {
  it('shows rule, state and number of people, and leads to the policy', async () => {
    await openList();

    const row = within(screen.getByText('Office hours').closest('tr') as HTMLElement);
    expect(row.getByText(t('rule.reject'))).toBeDefined();
    expect(row.getByText(t('status.enabled'))).toBeDefined();
    expect(row.getByText('2')).toBeDefined();
    expect(row.getByRole('link', { name: 'Office hours' }).getAttribute('href')).toBe(
      '/login-policy/policy-1',
    );
  });

  it('offers only what the person may do', async () => {
    await openList(['login-policy']);

    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} Office hours` })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.delete')} Office hours` })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Office hours' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('deletes after a confirmation that says whom it concerns', async () => {
    const { api, user } = await openList();
    api.on(deleteLoginPolicies, () => null);

    await user.click(screen.getByRole('button', { name: `${t('action.delete')} Office hours` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.delete.bound'))).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    await waitFor(() =>
      expect(api.callsTo(deleteLoginPolicies).map(({ params }) => params.ids)).toEqual(['policy-1']),
    );
  });
});

describe('the people of a policy', () => {
  it('are unbound after a confirmation', async () => {
    const { api, user } = openDetail('bind-user');
    api.on(unbindLoginPolicy, () => null);

    await user.click(await screen.findByRole('button', { name: `${t('action.unbind')} Ming` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(api.callsTo(unbindLoginPolicy)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.unbind') }));

    await waitFor(() => expect(api.callsTo(unbindLoginPolicy)).toHaveLength(1));
    expect(api.callsTo(unbindLoginPolicy)[0]?.body).toEqual([{ userId: 'user-2' }]);
  });

  it('are chosen from everybody who is not bound yet', async () => {
    const { api, user } = openDetail('bind-user');
    const hua = aPerson({ id: 'user-3', username: 'hua', nickname: 'Hua' });
    api
      .on(listUsers, () => ({ total: 2, items: [aPerson(), hua] }))
      .on(listLoginPolicyUserIds, () => ['user-2'])
      .on(bindLoginPolicy, () => null);

    await user.click(await screen.findByRole('button', { name: t('action.bind') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.click(await drawer.findByRole('checkbox', { name: 'Hua' }));
    expect(drawer.getByRole<HTMLInputElement>('checkbox', { name: 'Ming' }).disabled).toBe(true);
    await user.click(drawer.getByRole('button', { name: t('action.bindChosen', { count: 1 }) }));

    await waitFor(() => expect(api.callsTo(bindLoginPolicy)).toHaveLength(1));
    expect(api.callsTo(bindLoginPolicy)[0]?.body).toEqual([{ userId: 'user-3' }]);
  });

  it('are only looked at by those who may do no more', async () => {
    openDetail('bind-user', ['login-policy', 'login-policy-detail']);

    await screen.findByText('ming');
    expect(screen.queryByRole('button', { name: t('action.bind') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.unbind')} Ming` })).toBeNull();
    expect(screen.queryByRole('button', { name: t('action.edit') })).toBeNull();
  });
});

describe('trying the policies out', () => {
  const verdict = { id: 'p', name: 'Night', priority: 1, rule: 'reject' as const, enabled: true };

  async function ask(view: ReturnType<typeof openDetail>) {
    const { user } = view;
    await user.click(await screen.findByRole('combobox', { name: t('field.person') }));
    await user.click(await screen.findByTitle('Ming'));
    await user.type(screen.getByLabelText(t('field.address')), '10.1.2.3');
    await user.click(screen.getByRole('button', { name: t('action.test') }));
  }

  it('says the verdict, who decided it, and what did not match', async () => {
    const view = openDetail('test');
    view.api
      .on(listUserOptions, () => [{ id: 'user-2', nickname: 'Ming', username: 'ming' }])
      .on(testLoginPolicies, () => ({
        allowed: false,
        policies: [
          { ...verdict, id: 'q', name: 'Branch', matchesAddress: false, matchesTime: true, decides: false },
          { ...verdict, matchesAddress: true, matchesTime: true, decides: true },
        ],
      }));
    await ask(view);

    expect(await screen.findByText(t('test.rejected'))).toBeDefined();
    expect(screen.getByText(t('test.decidedBy', { name: 'Night' }))).toBeDefined();
    const branch = within(screen.getByText('Branch').closest('tr') as HTMLElement);
    expect(branch.getByText(t('status.differs'))).toBeDefined();
    expect(branch.queryByText(t('status.decides'))).toBeNull();
    const { userId, address, at } = view.api.callsTo(testLoginPolicies)[0]?.body ?? {};
    expect([userId, address, Number.isNaN(Date.parse(at ?? ''))]).toEqual(['user-2', '10.1.2.3', false]);
  });

  it('says that nothing stands in the way when no policy matches', async () => {
    const view = openDetail('test', ['login-policy', 'login-policy-detail']);
    view.api
      .on(listUserOptions, () => [{ id: 'user-2', nickname: 'Ming', username: 'ming' }])
      .on(testLoginPolicies, () => ({ allowed: true, policies: [] }));
    await ask(view);

    expect(await screen.findByText(t('test.noneDecides'))).toBeDefined();
  });
});
