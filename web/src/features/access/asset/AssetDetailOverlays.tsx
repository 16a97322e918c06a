import type { Overlay } from '../../../hooks/useOverlay.ts';
import { AssetFormDrawer } from './AssetFormDrawer.tsx';
import { AssetTestModal } from './AssetTestModal.tsx';
import type { Tested } from './useAssetTest.ts';

interface AssetDetailOverlaysProps {
  overlays: { form: Overlay<string>; test: Overlay<Tested[]> };
}

/** What can lie over the page of one asset. */
export function AssetDetailOverlays({ overlays: { form, test } }: AssetDetailOverlaysProps) {
  return (
    <>
      <AssetFormDrawer open={form.isOpen} id={form.target} onClose={form.close} onTest={test.open} />
      <AssetTestModal open={test.isOpen} assets={test.target ?? []} onClose={test.close} onEdit={form.open} />
    </>
  );
}
