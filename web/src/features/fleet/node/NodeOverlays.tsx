import type { NodeRow } from '@jadegate/contract/fleet/node';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteNodes } from './node.queries.ts';
import { NodeAssetDrawer } from './NodeAssetDrawer.tsx';
import { NodeFormDrawer } from './NodeFormDrawer.tsx';
import { NodeImportModal } from './NodeImportModal.tsx';
import { NodePowerModal } from './NodePowerModal.tsx';
import { NodesFromAssetsModal } from './NodesFromAssetsModal.tsx';
import type { NodeOverlays as Overlays } from './useNodeOverlays.ts';

interface NodeOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawer and the dialogs of the list of nodes. Apart from it, so that the list does not wait for their code. */
export function NodeOverlays({ overlays, onDeleted }: NodeOverlaysProps) {
  const { form, removal, fromAssets, importing, asset, power } = overlays;
  return (
    <>
      <NodeFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <NodesFromAssetsModal open={fromAssets.isOpen} onClose={fromAssets.close} />
      <NodeImportModal open={importing.isOpen} onClose={importing.close} />
      <NodeAssetDrawer open={asset.isOpen} node={asset.target} onClose={asset.close} />
      <NodePowerModal open={power.isOpen} order={power.target} onClose={power.close} />
      <NodeDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}

function NodeDeleteModal(props: Deletion<NodeRow>) {
  const remove = useDeleteNodes();
  return <DeleteDialog {...props} words="node" nameOf={({ name }) => name} remove={remove.mutateAsync} />;
}
