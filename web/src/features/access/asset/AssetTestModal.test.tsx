import { testAsset, type AssetTest } from '@jadegate/contract/access/asset-reachability';
import type { MenuId } from '@jadegate/contract/menu';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount, anAssetTest, anUnreached } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { AssetTestModal } from './AssetTestModal.tsx';
import type { Tested } from './useAssetTest.ts';

const t = i18n.getFixedT('zh-TW', 'asset');
const UP = anAssetTest();
const DOWN = anUnreached({ advice: 'is it up?' });

function open(found: AssetTest, protocol: Tested['protocol'] = 'ssh', menus?: MenuId[]) {
  const api = stubApi().on(testAsset, () => found);
  const onClose = vi.fn();
  const onEdit = vi.fn();
  const assets = [{ id: 'asset-1', name: 'web-01', protocol }];
  const view = renderPart(<AssetTestModal open target={assets} {...{ onClose, onEdit }} />, {
    account: anAccount(menus && { menus }),
  });
  return { ...view, api, onClose, onEdit };
}

it('leads on to a machine that answers, and does not stay in the way', async () => {
  const { user, onClose } = open(UP);
  const link = await screen.findByRole('link', { name: t('action.connect') });
  expect(link.getAttribute('href')).toBe('/term?assetId=asset-1&assetName=web-01');
  await user.click(link);
  expect(onClose).toHaveBeenCalledOnce();
});

it('does not lead where the person may not go, nor where no session can be opened', async () => {
  const { unmount } = open(UP, 'ssh', ['asset', 'asset-conn-test']);
  await screen.findByText(t('test.up', { ms: 12 }));
  expect(screen.queryByText(t('action.connect'))).toBeNull();
  unmount();
  open(UP, 'kubernetes');
  expect(await screen.findByRole('button', { name: new RegExp(t('action.connect')) })).toHaveProperty(
    'disabled',
    true,
  );
});

it('says what to do about one that does not, opens its form, and tests again', async () => {
  const { user, api, onClose, onEdit } = open(DOWN);
  expect(await screen.findByText('is it up?')).toBeDefined();
  expect(screen.queryByRole('link', { name: t('action.connect') })).toBeNull();
  await user.click(screen.getByRole('button', { name: t('action.edit') }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onEdit).toHaveBeenCalledExactlyOnceWith('asset-1');
  api.on(testAsset, () => UP);
  await user.click(screen.getByRole('button', { name: t('test.again') }));
  expect(await screen.findByText(t('test.up', { ms: 12 }))).toBeDefined();
});

it('answers three questions, and does not call a host good that does not let the account in', async () => {
  const login = { state: 'refused', message: '目標主機拒絕登入' } as const;
  const { api } = open(anAssetTest({ hostKey: 'learned', login }));
  expect(await screen.findByText(t('test.up', { ms: 12 }))).toBeDefined();
  expect(api.callsTo(testAsset)[0]?.query.get('login')).toBe('true');
  expect(screen.getByText(t('test.hostKey.learned'))).toBeDefined();
  expect(screen.getByText('目標主機拒絕登入')).toBeDefined();
  // What is wrong is put right in the form; there is no use in connecting.
  expect(screen.queryByRole('link', { name: t('action.connect') })).toBeNull();
  expect(screen.getByRole('button', { name: t('action.edit') })).toBeDefined();
});
