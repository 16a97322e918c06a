import { listAssetOptions } from '@jadegate/contract/access/asset';
import {
  explainAccess,
  grantAssets,
  grantUsers,
  listGrantedAssets,
  listGrantedUsers,
  listSelected,
  revokeGrants,
  updateGrant,
} from '@jadegate/contract/access/authorised';
import { listStrategyOptions } from '@jadegate/contract/access/strategy';
import { listUserOptions } from '@jadegate/contract/identity/user';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { CREATE_STATE } from '../../../hooks/useCreateOnArrival.ts';
import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aGrantedAsset, aGrantedUser, anAnswer, aStrategy } from './authorised.builders.ts';
import type { GrantSide } from './grant-side.ts';
import { GrantTab } from './GrantTab.tsx';
import { WhyTab } from './WhyTab.tsx';

const t = i18n.getFixedT('zh-TW', 'authorised');
const parts = i18n.getFixedT('zh-TW', 'parts');
const strategy = i18n.getFixedT('zh-TW', 'strategy');

const ASSET = { kind: 'asset', id: 'asset-1', name: 'web-01' } as const;
const PERSON = { kind: 'user', id: 'user-1', name: 'Mei' } as const;
const USERS_OF_ASSET: GrantSide = { anchor: ASSET, target: 'user' };

async function openUsers(rows = [aGrantedUser()], menus?: MenuId[]) {
  const api = stubApi()
    .on(listGrantedUsers, () => ({ total: rows.length, items: rows }))
    .on(listSelected, () => rows.map(({ userId }) => userId))
    .on(listStrategyOptions, () => [aStrategy()])
    .on(listUserOptions, () => [
      { id: 'user-1', nickname: 'Mei', username: 'mei' },
      { id: 'user-2', nickname: 'Ming', username: 'ming' },
    ]);
  const view = renderPart(<GrantTab side={USERS_OF_ASSET} />, { account: anAccount(menus && { menus }) });
  await screen.findByText(rows[0]?.userName ?? t('empty.user.title'));
  const press = async (name: string) => {
    await view.user.click(screen.getByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...view, api, press };
}

describe('the grants of an asset', () => {
  it('open the form at once for whoever comes to grant', async () => {
    stubApi()
      .on(listGrantedUsers, () => ({ total: 0, items: [] }))
      .on(listSelected, () => [])
      .on(listStrategyOptions, () => [aStrategy()])
      .on(listUserOptions, () => []);
    renderPart(<GrantTab side={USERS_OF_ASSET} />, {
      account: anAccount(),
      path: { pathname: '/asset/asset-1', state: CREATE_STATE },
    });
    expect(await screen.findByRole('dialog')).toBeDefined();
  });

  it('show whom, under which strategy, until when, and how they stand', async () => {
    await openUsers([
      aGrantedUser(),
      aGrantedUser({
        id: 'grant-2',
        userName: 'Ming',
        userAccount: 'xiao.ming',
        strategyId: '',
        strategyName: '',
        state: 'expired',
      }),
    ]);
    const row = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);
    expect(row('Mei').getByRole('link', { name: 'Mei' }).getAttribute('href')).toBe('/user/user-1');
    expect(row('Mei').getByRole('link', { name: 'Read only' })).toBeDefined();
    expect(row('Mei').getByText(t('state.active'))).toBeDefined();
    expect(row('Ming（xiao.ming）').getByText(t('state.expired'))).toBeDefined();
    expect(row('Ming（xiao.ming）').getByText(t('strategy.none'))).toBeDefined();
  });

  it('offer only what the person may do on this side', async () => {
    await openUsers([aGrantedUser()], ['asset-authorised-user', 'user-bind-asset', 'user-unbind-asset']);
    expect(screen.queryByRole('button', { name: t('action.grant.user') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} Mei` })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.revoke')} Mei` })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('are made in one call, with those granted already marked', async () => {
    const { api, user, press } = await openUsers();
    api.on(grantUsers, () => null);
    const drawer = await press(t('action.grant.user'));
    await user.click(await drawer.findByRole('combobox', { name: t('field.target.user') }));
    const mei = (await screen.findByText(t('picker.granted'))).closest('.ant-select-item') as HTMLElement;
    expect(mei.textContent).toContain('Mei');
    expect(mei.className).toContain('disabled');
    await user.click(await screen.findByTitle('Ming'));
    await user.click(drawer.getByRole('combobox', { name: t('field.strategy') }));
    await user.click(await screen.findByTitle('Read only'));
    expect(await drawer.findByText(new RegExp(strategy('flag.download')))).toBeDefined();
    await user.click(drawer.getByRole('button', { name: t('action.grant.user') }));
    await waitFor(() => expect(api.callsTo(grantUsers)).toHaveLength(1));
    expect(api.callsTo(grantUsers)[0]?.body).toMatchObject({
      userIds: ['user-2'],
      assetId: 'asset-1',
      strategyId: 'strategy-1',
    });
  });

  it('show why they were refused, and keep what was chosen', async () => {
    const { api, user, press } = await openUsers();
    api.on(grantUsers, () => refuse('authorised.ends_in_past', 'that is over'));
    const drawer = await press(t('action.grant.user'));
    await user.click(await drawer.findByRole('button', { name: t('action.grant.user') }));
    expect(api.callsTo(grantUsers)).toHaveLength(0);
    await user.click(drawer.getByRole('combobox', { name: t('field.target.user') }));
    await user.click(await screen.findByTitle('Ming'));
    await user.click(drawer.getByRole('button', { name: t('action.grant.user') }));
    expect(await drawer.findByText('that is over')).toBeDefined();
    expect(drawer.getAllByText('Ming')).not.toEqual([]);
  });

  it('are changed with what is stored filled in', async () => {
    const windows = [{ key: 1, value: '09:00~18:00' }];
    const { api, user, press } = await openUsers([
      aGrantedUser({ timePeriod: windows, commandFilterId: 'f' }),
    ]);
    api.on(updateGrant, () => null);
    const drawer = await press(`${t('action.edit')} Mei`);
    await user.click(await drawer.findByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(updateGrant)).toHaveLength(1));
    expect(api.callsTo(updateGrant)[0]?.params.id).toBe('grant-1');
    expect(api.callsTo(updateGrant)[0]?.body).toMatchObject({
      strategyId: 'strategy-1',
      commandFilterId: 'f',
      timePeriod: windows,
    });
  });

  it('are revoked after a confirmation', async () => {
    const { api, user, press } = await openUsers();
    api.on(revokeGrants, () => null);
    const dialog = await press(`${t('action.revoke')} Mei`);
    expect(dialog.getByText(t('confirm.revoke.help'))).toBeDefined();
    expect(api.callsTo(revokeGrants)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.revoke') }));
    await waitFor(() =>
      expect(api.callsTo(revokeGrants).map(({ params }) => params.ids)).toEqual(['grant-1']),
    );
  });

  it('are revoked several at once', async () => {
    const { api, user, press } = await openUsers([
      aGrantedUser(),
      aGrantedUser({ id: 'grant-2', userName: 'Ming' }),
    ]);
    api.on(revokeGrants, () => null);
    // A table that scrolls has its head twice.
    const [selectPage] = screen.getAllByRole('checkbox', { name: parts('list.selectPage') });
    await user.click(selectPage ?? document.body);
    const dialog = await press(t('action.revokeMany'));
    await user.click(dialog.getByRole('button', { name: t('action.revoke') }));
    await waitFor(() => expect(api.callsTo(revokeGrants)[0]?.params.ids).toBe('grant-1,grant-2'));
  });

  it('explain themselves when there are none', async () => {
    await openUsers([]);
    expect(screen.getByRole('button', { name: t('action.grant.user') })).toBeDefined();
  });
});

describe('the assets of a person', () => {
  it('are searched by name or tag, several at once, and not granted twice', async () => {
    const api = stubApi()
      .on(listGrantedAssets, () => ({ total: 1, items: [aGrantedAsset()] }))
      .on(listSelected, () => ['asset-1'])
      .on(listStrategyOptions, () => [])
      .on(listAssetOptions, () => [
        { id: 'asset-1', name: 'web-01', tags: 'db' },
        { id: 'asset-2', name: 'db-01', tags: '' },
        { id: 'asset-3', name: 'store', tags: 'db' },
      ])
      .on(grantAssets, () => null);
    const { user } = renderPart(<GrantTab side={{ anchor: PERSON, target: 'asset' }} />, {
      account: anAccount(),
    });
    await screen.findByText('web-01');
    expect(api.callsTo(listGrantedAssets)[0]?.query.get('userId')).toBe('user-1');
    await user.click(screen.getByRole('button', { name: t('action.grant.asset') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.type(await drawer.findByRole('combobox', { name: t('field.target.asset') }), 'db');
    await user.click(await screen.findByText(parts('hosts.addFound', { count: 2 })));
    await user.click(drawer.getByRole('button', { name: t('action.grant.asset') }));
    await waitFor(() =>
      expect(api.callsTo(grantAssets)[0]?.body).toMatchObject({ assetIds: ['asset-2', 'asset-3'] }),
    );
  });
});

describe('why', () => {
  it('asks about a person and shows every rule, with the one that decided standing out', async () => {
    const api = stubApi()
      .on(listUserOptions, () => [{ id: 'user-2', nickname: 'Ming', username: 'ming' }])
      .on(explainAccess, () => anAnswer());
    const { user } = renderPart(<WhyTab anchor={ASSET} />, { account: anAccount() });
    await user.click(screen.getByRole('combobox', { name: t('field.target.user') }));
    await user.click(await screen.findByTitle('Ming'));
    await user.click(screen.getByRole('button', { name: t('action.explain') }));
    const answer = within(await screen.findByRole('status'));
    expect(answer.getByText(t('why.allowed'))).toBeDefined();
    expect(answer.getByText('the person is enabled')).toBeDefined();
    expect(answer.getAllByText(t('why.decides'))).toHaveLength(1);
    expect(answer.getByText('the direct grant').closest('[data-decides="true"]')).not.toBeNull();
    expect(answer.getByText('the grant of a group').closest('[data-decides="true"]')).toBeNull();
    const asked = api.callsTo(explainAccess)[0]?.query;
    expect([asked?.get('userId'), asked?.get('assetId')]).toEqual(['user-2', 'asset-1']);
  });
});
