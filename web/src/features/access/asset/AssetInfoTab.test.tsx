import { listAssetHostKeys } from '@jadegate/contract/access/host-key';
import { listSharedStorages } from '@jadegate/contract/files/storage';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aDriveSpace, anAsset } from './asset.builders.ts';
import { AssetInfoTab } from './AssetInfoTab.tsx';

it('names the account of the credential that the asset logs in with', () => {
  stubApi();
  const asset = anAsset({
    protocol: 'telnet',
    accountType: 'credential',
    username: '',
    credentialName: 'shared key',
    credentialUsername: 'deploy',
  });
  renderPart(<AssetInfoTab asset={asset} onTest={() => undefined} />, { account: anAccount() });
  expect(screen.getByText('deploy')).toBeDefined();
});

it('names the space that is the drive, and says when it is gone', async () => {
  const asset = (id: string) => anAsset({ protocol: 'rdp', 'enable-drive': 'true', 'drive-path': id });
  stubApi()
    .on(listSharedStorages, () => [aDriveSpace])
    .on(listAssetHostKeys, () => []);
  const info = (id: string) => <AssetInfoTab asset={asset(id)} onTest={() => undefined} />;
  const { unmount } = renderPart(info('space-1'), { account: anAccount() });
  expect(await screen.findByText('shared data (Wang)')).toBeDefined();
  expect(screen.queryByText(/space-1/)).toBeNull();
  unmount();
  renderPart(info('space-2'), { account: anAccount() });
  expect(await screen.findByText(/不再分享的空間（space-2）/)).toBeDefined();
});
