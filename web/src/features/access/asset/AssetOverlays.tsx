import { AssetBulkDrawer } from './AssetBulkDrawer.tsx';
import { AssetCopyDrawer } from './AssetCopyDrawer.tsx';
import { AssetDeleteModal } from './AssetDeleteModal.tsx';
import { AssetFormDrawer } from './AssetFormDrawer.tsx';
import { AssetImportDialog } from './AssetImportDialog.tsx';
import { AssetTestModal } from './AssetTestModal.tsx';
import type { AssetOverlays as Overlays } from './useAssetOverlays.ts';

interface AssetOverlaysProps {
  overlays: Overlays;
  /** Something was done with all of the ticked rows. */
  onDone: () => void;
}

/** The drawers and dialogs of the asset list. Apart from it, so that the list does not wait for their code. */
export function AssetOverlays({ overlays, onDone }: AssetOverlaysProps) {
  const { form, copy, bulk, test, removal, importing } = overlays;
  return (
    <>
      <AssetFormDrawer open={form.isOpen} id={form.target} onClose={form.close} onTest={test.open} />
      <AssetCopyDrawer open={copy.isOpen} asset={copy.target} onClose={copy.close} />
      <AssetBulkDrawer open={bulk.isOpen} target={bulk.target} onClose={bulk.close} onDone={onDone} />
      <AssetTestModal open={test.isOpen} assets={test.target ?? []} onClose={test.close} onEdit={form.open} />
      <AssetDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDone}
      />
      <AssetImportDialog open={importing.isOpen} onClose={importing.close} onTest={test.open} />
    </>
  );
}
