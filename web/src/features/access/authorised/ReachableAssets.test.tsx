import { listReachableAssets, type ReachableAsset } from '@jadegate/contract/access/authorised';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { ReachableAssets } from './ReachableAssets.tsx';

const t = i18n.getFixedT('zh-TW', 'authorised');
const NO_GROUP = { groupId: '', groupName: '' };

const ASSET: ReachableAsset = {
  id: 'asset-1',
  name: 'web-01',
  protocol: 'ssh',
  ways: [
    { kind: 'direct', state: 'expired', ...NO_GROUP },
    { kind: 'group', state: 'active', groupId: 'group-1', groupName: '資料庫組' },
  ],
};

it('shows everything a person can use, and where it comes from', async () => {
  const api = stubApi().on(listReachableAssets, () => ({
    total: 1,
    rolesForAll: ['維運'],
    items: [ASSET],
  }));
  renderPart(<ReachableAssets userId="user-9" />, { account: anAccount() });
  const row = within((await screen.findByText('web-01')).closest('tr') as HTMLElement);
  const group = row.getByRole('link', { name: t('reachable.way.group', { name: '資料庫組' }) });
  expect(group.getAttribute('href')).toBe('/user-group/group-1');
  expect(row.getByText(new RegExp(t('state.expired'))).textContent).toContain(t('reachable.way.direct'));
  expect(screen.getByText(t('reachable.all', { roles: '維運' }))).toBeDefined();
  expect(api.callsTo(listReachableAssets)[0]?.query.get('userId')).toBe('user-9');
});
