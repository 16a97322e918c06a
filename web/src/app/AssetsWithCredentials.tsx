import { AssetListPage } from '../features/access/asset/AssetListPage.tsx';
import { WithCredentialForm } from './WithCredentialForm.tsx';

export function AssetsWithCredentials() {
  return (
    <WithCredentialForm>
      <AssetListPage />
    </WithCredentialForm>
  );
}
