import {
  listLoginPolicies,
  unbindLoginPolicy,
  type LoginPolicyRow,
} from '@jadegate/contract/identity/login-policy';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { UserPoliciesTab } from './UserPoliciesTab.tsx';

const t = i18n.getFixedT('zh-TW', 'user');

const POLICY: LoginPolicyRow = {
  id: 'policy-1',
  name: 'Office hours',
  ipGroup: '10.0.0.0/8',
  priority: 50,
  enabled: true,
  rule: 'allow',
  userCount: 1,
  timePeriod: null,
};
const USER = { id: 'user-2', nickname: 'Ming' };

it('lists the policies of this person and unbinds one after asking', async () => {
  let items = [POLICY];
  const api = stubApi()
    .on(listLoginPolicies, () => ({ total: items.length, items }))
    .on(unbindLoginPolicy, () => {
      items = [];
      return null;
    });
  const { user } = renderPart(<UserPoliciesTab user={USER} />, { account: anAccount() });
  expect(await screen.findByText('Office hours')).toBeDefined();
  expect(api.callsTo(listLoginPolicies)[0]?.query.get('userId')).toBe('user-2');

  await user.click(screen.getByRole('button', { name: t('action.unbindPolicy') }));
  expect(api.callsTo(unbindLoginPolicy)).toEqual([]);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('action.unbindPolicy') }));
  expect(await screen.findByText(t('empty.policies.title'))).toBeDefined();
  const [made] = api.callsTo(unbindLoginPolicy);
  expect([made?.params.id, made?.body]).toEqual(['policy-1', [{ userId: 'user-2' }]]);
});

it('does not offer to unbind without the right', async () => {
  stubApi().on(listLoginPolicies, () => ({ total: 1, items: [POLICY] }));
  const account = anAccount({ menus: ['user', 'user-detail', 'user-login-policy'] });
  renderPart(<UserPoliciesTab user={USER} />, { account });
  expect(await screen.findByText('Office hours')).toBeDefined();
  expect(screen.queryByRole('button', { name: t('action.unbindPolicy') })).toBeNull();
});
