import { AssetListPage } from '../features/asset/AssetListPage.tsx';
import { WithCredentialForm } from './WithCredentialForm.tsx';

export function AssetsWithCredentials() {
  return (
    <WithCredentialForm>
      <AssetListPage />
    </WithCredentialForm>
  );
}
