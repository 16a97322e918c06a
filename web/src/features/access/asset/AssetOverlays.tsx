import type { AssetRow } from '@jadegate/contract/access/asset';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteAssets } from './asset.queries.ts';
import { AssetBulkDrawer, type AssetChange } from './AssetBulkDrawer.tsx';
import { AssetCopyDrawer } from './AssetCopyDrawer.tsx';
import { AssetFormDrawer } from './AssetFormDrawer.tsx';
import { AssetImportDialog } from './AssetImportDialog.tsx';
import { AssetTestModal } from './AssetTestModal.tsx';
import type { Tested } from './useAssetTest.ts';

export interface AssetTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  /** A new one, which is the server's own machine. */
  thisMachine: undefined;
  copy: AssetRow;
  bulk: AssetChange;
  test: readonly Tested[];
  removal: AssetRow[];
  importing: undefined;
}

/** What can lie over the asset list, and over the page of one asset. */
export function AssetOverlays({ overlays: { open, of }, onDone }: OverlaysProps<AssetTargets>) {
  const remove = useDeleteAssets();
  const removal = of('removal');
  const test = (assets: readonly Tested[]) => open('test', assets);
  return (
    <>
      <AssetFormDrawer {...of('form')} onTest={test} />
      <AssetFormDrawer {...of('thisMachine')} isThisMachine onTest={test} />
      <AssetCopyDrawer {...of('copy')} />
      <AssetBulkDrawer {...of('bulk')} onDone={onDone} />
      <AssetTestModal {...of('test')} onEdit={(id) => open('form', id)} />
      <DeleteDialog
        {...removal}
        words="asset"
        nameOf={({ name }) => name}
        mustType={removal.target !== undefined && removal.target.length > 1}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
      <AssetImportDialog {...of('importing')} onTest={test} />
    </>
  );
}
