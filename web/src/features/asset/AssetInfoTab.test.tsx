import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { stubApi } from '../../test/api-stub.ts';
import { anAccount } from '../../test/builders.ts';
import { renderPart } from '../../test/render.tsx';
import { anAsset } from './asset.builders.ts';
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
