import { listAccessGatewayOptions } from '@jadegate/contract/access/access-gateway';
import { listAssets, listTags } from '@jadegate/contract/access/asset';
import {
  confirmAssetImport,
  previewAssetImport,
  type AssetImportPreview,
} from '@jadegate/contract/access/asset-import';
import { testAsset } from '@jadegate/contract/access/asset-reachability';
import { listCredentialOptions } from '@jadegate/contract/access/credential';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount, anAssetTest } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { anAssetRow } from './asset.builders.ts';
import { AssetListPage } from './AssetListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'asset-import');
const parts = i18n.getFixedT('zh-TW', 'parts');

const PREVIEW: AssetImportPreview = {
  format: 'ansible-ini',
  columns: ['name', 'host', 'gateway'],
  counts: { new: 1, exists: 1, duplicate: 0, invalid: 1 },
  notes: [{ line: 9, message: '主機「here」已略過' }],
  rows: [
    {
      line: 2,
      state: 'new',
      cells: { name: 'fresh', host: '10.0.0.1', gateway: 'edge' },
      errors: [],
      warnings: [{ field: 'gateway', message: '將直接連線' }],
    },
    {
      line: 2,
      state: 'exists',
      cells: { name: 'known', host: '10.0.0.2' },
      errors: [{ field: 'host', message: '已有相同的資產' }],
    },
    {
      line: 3,
      state: 'invalid',
      cells: { name: 'wrong', host: '10.0.0.300' },
      errors: [{ field: 'host', message: '格式不正確' }],
    },
  ],
};

const ADDED = ['fresh', 'again'].map((name) => ({ id: `asset-${name}`, name, protocol: 'ssh' as const }));

function stub() {
  return stubApi()
    .on(listAssets, () => ({ total: 1, items: [anAssetRow()] }))
    .on(listTags, () => ['web'])
    .on(listCredentialOptions, () => [{ id: 'credential-1', name: 'deploy key', username: 'deploy' }])
    .on(listAccessGatewayOptions, () => [{ id: 'gateway-1', name: 'edge' }])
    .on(listUserOptions, () => [])
    .on(previewAssetImport, () => PREVIEW)
    .on(confirmAssetImport, () => ({ created: 2, duplicates: 0, invalid: 1, assets: ADDED }));
}

it('previews a file, asks what to do with repeated rows, and shows what was done until it is closed', async () => {
  const api = stub();
  const { user } = renderPart(<AssetListPage />, { account: anAccount() });
  await user.click(await screen.findByRole('button', { name: t('action.import') }));
  const picker = await screen.findByLabelText(parts('file.input'));
  await user.upload(picker, new File(['[web]\nfresh\n'], 'hosts.ini', { type: 'text/plain' }));
  await user.click(screen.getByRole('button', { name: parts('import.look') }));

  expect(await screen.findByText(t('readAs', { format: t('format.ansible-ini') }))).toBeDefined();
  expect(screen.getByText(t('line', { line: 9, message: '主機「here」已略過' }))).toBeDefined();
  expect(screen.getByText('將直接連線')).toBeDefined();
  expect(screen.getByText('格式不正確')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: parts('import.onlyWrong') }));
  expect(screen.queryByText('fresh')).toBeNull();
  expect(screen.getByText(parts('import.run', { count: 1 }))).toBeDefined();
  await user.click(screen.getByRole('radio', { name: t('duplicates.create') }));
  await user.click(screen.getByText(parts('import.run', { count: 2 })));

  expect(await screen.findByText(t('outcome.done', { count: 2 }))).toBeDefined();
  expect(screen.getByText(t('outcome.invalid', { count: 1 }))).toBeDefined();
  const [sent] = api.callsTo(confirmAssetImport);
  expect(sent?.form?.get('duplicates')).toBe('create');
  expect(sent?.form?.get('protocol')).toBe('ssh');
  expect(sent?.form?.get('file')).toBeInstanceOf(File);

  // Hosts whose keys nobody knows cannot be connected to: a test of all of them is one step away.
  api.on(testAsset, () => anAssetTest());
  await user.click(screen.getByRole('button', { name: t('action.testAll') }));
  await waitFor(() =>
    expect(api.callsTo(testAsset).map(({ params }) => params.id)).toEqual(['asset-fresh', 'asset-again']),
  );
});

it('offers import and export only to those who may', async () => {
  stub();
  renderPart(<AssetListPage />, { account: anAccount({ menus: ['asset', 'asset-export'] }) });
  expect(await screen.findByRole('button', { name: t('action.export') })).toBeDefined();
  expect(screen.queryByRole('button', { name: t('action.import') })).toBeNull();
});
