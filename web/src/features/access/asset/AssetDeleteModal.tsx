import type { AssetRow } from '@jadegate/contract/access/asset';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteAssets } from './asset.queries.ts';

/** Confirms the deletion of one asset, or of several. */
export function AssetDeleteModal(props: Deletion<AssetRow>) {
  const remove = useDeleteAssets();
  return (
    <DeleteDialog
      {...props}
      words="asset"
      nameOf={({ name }) => name}
      mustType={props.rows.length > 1}
      remove={remove.mutateAsync}
    />
  );
}
