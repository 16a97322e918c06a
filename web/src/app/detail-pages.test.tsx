import { getAsset } from '@jadegate/contract/access/asset';
import { listAssetHostKeys } from '@jadegate/contract/access/host-key';
import { listSessions } from '@jadegate/contract/session/session';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';

import { anAsset } from '../features/access/asset/asset.builders.ts';
import { i18n } from '../i18n/index.ts';
import { stubApi } from '../test/api-stub.ts';
import { anAccount } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { AssetPage } from './detail-pages.tsx';

it('the page of an asset has its sessions', async () => {
  const api = stubApi()
    .on(getAsset, () => anAsset({ id: 'asset-1' }))
    .on(listAssetHostKeys, () => [])
    .on(listSessions, () => ({ total: 0, items: [] }));
  const { user } = renderPart(
    <Routes>
      <Route path="/asset/:assetId" element={<AssetPage />} />
    </Routes>,
    { account: anAccount(), path: '/asset/asset-1' },
  );
  const label = i18n.getFixedT('zh-TW', 'session')('title.recent');
  await user.click(await screen.findByRole('tab', { name: label }, { timeout: 10_000 }));
  await waitFor(() => expect(api.callsTo(listSessions).at(-1)?.query.get('assetId')).toBe('asset-1'));
});
