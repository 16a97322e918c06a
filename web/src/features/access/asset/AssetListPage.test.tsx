import { changeAssets, copyAsset, deleteAssets, listAssets, listTags } from '@jadegate/contract/access/asset';
import { testAsset } from '@jadegate/contract/access/asset-reachability';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount, anAssetTest, anUnreached } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { anAsset, anAssetRow } from './asset.builders.ts';
import { AssetListPage } from './AssetListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'asset');
const parts = i18n.getFixedT('zh-TW', 'parts');

const ROWS = [
  anAssetRow(),
  anAssetRow({
    id: 'asset-2',
    name: 'desk',
    protocol: 'rdp',
    ip: '2001:db8::1',
    port: 3389,
    state: 'down',
    active: false,
    activeMessage: 'refused',
    tags: '正式,db',
  }),
];

async function openList({ rows = ROWS, path = '/asset', menus = anAccount().menus } = {}) {
  const api = stubApi()
    .on(listAssets, () => ({ total: rows.length, items: rows }))
    .on(listTags, () => ['db', '正式']);
  const view = renderPart(<AssetListPage />, { account: anAccount({ menus }), path });
  await screen.findByText('desk');
  const choose = async (name: string, action: string) => {
    await view.user.click(screen.getByRole('button', { name: parts('action.more', { name }) }));
    await view.user.click(await screen.findByRole('menuitem', { name: action }));
    return within(await screen.findByRole('dialog'));
  };
  const tickAll = async () => {
    await view.user.click(screen.getByRole('checkbox', { name: parts('list.selectPage'), hidden: false }));
    return within(screen.getByRole('region', { name: parts('list.selection') }));
  };
  return { ...view, api, choose, tickAll };
}

describe('the list', () => {
  it('connects to terminals and desktops, and says where there is no way yet', async () => {
    await openList({ rows: [...ROWS, anAssetRow({ id: 'asset-3', name: 'pods', protocol: 'kubernetes' })] });
    for (const name of ['web-01', 'desk']) {
      expect(
        screen.getByRole('button', { name: `${t('action.connect')} ${name}` }).hasAttribute('disabled'),
      ).toBe(false);
    }
    const reason = parts('refusal.protocol', { protocol: 'Kubernetes' });
    const refused = screen.getByRole('button', { name: `${t('action.connect')} pods (${reason})` });
    expect(refused.hasAttribute('disabled')).toBe(true);
  });

  it('shows protocol, address, tags and state', async () => {
    await openList();
    expect(screen.getByText('10.0.0.1:22')).toBeDefined();
    expect(screen.getByText('[2001:db8::1]:3389')).toBeDefined();
    expect(screen.getByText('正式')).toBeDefined();
    expect(screen.getByText(t('state.down'))).toBeDefined();
  });

  it.each([
    ['[2001:db8::1]:22', '2001:db8::1', '22'],
    [':3389', null, '3389'],
    ['10.0.0', '10.0.0', null],
    ['10.0.0.1:', '10.0.0.1', null],
  ])('searches the network for %s', async (network, ip, port) => {
    const { api } = await openList({ path: `/asset?network=${encodeURIComponent(network)}&tags=db` });
    const { query } = api.callsTo(listAssets)[0]!;
    expect([query.get('ip'), query.get('port'), query.get('tags'), query.get('network')]).toEqual([
      ip,
      port,
      'db',
      null,
    ]);
  });

  it('offers a lesser role only what it may do', async () => {
    await openList({ menus: ['asset'] });
    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'desk' })).toBeNull();
  });
});

describe('many at once', () => {
  it('adds and removes tags in one call', async () => {
    const { user, api, tickAll } = await openList();
    api.on(changeAssets, () => null);
    const bar = await tickAll();
    await user.click(bar.getByRole('button', { name: t('bulk.tags') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.type(await drawer.findByLabelText(t('bulk.addTags')), 'new{Enter}');
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(changeAssets)).toHaveLength(1));
    expect(api.callsTo(changeAssets)[0]?.body).toEqual({
      ids: ['asset-1', 'asset-2'],
      change: { addTags: ['new'], removeTags: [] },
    });
  });

  it('tests each, counts, and keeps the reasons', async () => {
    const { user, api, tickAll } = await openList();
    api.on(testAsset, ({ params }) =>
      params.id === 'asset-1' ? anAssetTest() : anUnreached({ message: 'connection refused' }),
    );
    const bar = await tickAll();
    await user.click(bar.getByRole('button', { name: t('action.test') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(t('test.up', { ms: 12 }))).toBeDefined();
    expect(await dialog.findByText('connection refused')).toBeDefined();
    expect(dialog.getByText(t('test.progress', { done: 2, count: 2, up: 1, down: 1 }))).toBeDefined();
  });

  it('deletes only after the verb was typed', async () => {
    const { user, api, tickAll } = await openList();
    api.on(deleteAssets, () => null);
    const bar = await tickAll();
    await user.click(bar.getByRole('button', { name: t('action.delete') }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));
    expect(api.callsTo(deleteAssets)).toHaveLength(0);
    await user.type(dialog.getByRole('textbox'), t('action.delete'));
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));
    await waitFor(() => expect(api.callsTo(deleteAssets)[0]?.params.ids).toBe('asset-1,asset-2'));
  });
});

describe('one row', () => {
  it('is copied on the server under a new name', async () => {
    const { user, api, choose } = await openList();
    api.on(copyAsset, () => anAsset({ name: 'desk（複本）' }));
    const drawer = await choose('desk', t('action.copy'));
    await user.click(await drawer.findByRole('button', { name: t('action.copy') }));
    await waitFor(() => expect(api.callsTo(copyAsset)).toHaveLength(1));
    expect(api.callsTo(copyAsset)[0]).toMatchObject({
      params: { id: 'asset-2' },
      body: { name: t('copy.name', { name: 'desk' }) },
    });
  });

  it('is given to somebody else', async () => {
    const { user, api, choose } = await openList();
    api
      .on(listUserOptions, () => [{ id: 'user-2', nickname: 'Ming', username: 'ming' }])
      .on(changeAssets, () => null);
    const drawer = await choose('desk', t('action.changeOwner'));
    await user.click(await drawer.findByRole('combobox'));
    await user.click(await screen.findByTitle('Ming'));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(changeAssets)).toHaveLength(1));
    expect(api.callsTo(changeAssets)[0]?.body).toEqual({ ids: ['asset-2'], change: { owner: 'user-2' } });
  });
});
