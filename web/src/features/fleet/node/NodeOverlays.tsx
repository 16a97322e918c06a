import type { NodeRow } from '@jadegate/contract/fleet/node';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteNodes } from './node.queries.ts';
import { NodeAssetDrawer } from './NodeAssetDrawer.tsx';
import { NodeFormDrawer } from './NodeFormDrawer.tsx';
import { NodeImportModal } from './NodeImportModal.tsx';
import { NodePowerModal, type NodeOrder } from './NodePowerModal.tsx';
import { NodesFromAssetsModal } from './NodesFromAssetsModal.tsx';

export interface NodeTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  removal: NodeRow[];
  fromAssets: undefined;
  importing: undefined;
  /** A machine that has no asset yet. */
  asset: NodeRow;
  power: NodeOrder;
}

/** What can lie over the list of nodes, and over the page of one. */
export function NodeOverlays({ overlays: { of }, onDone }: OverlaysProps<NodeTargets>) {
  const remove = useDeleteNodes();
  return (
    <>
      <NodeFormDrawer {...of('form')} />
      <NodesFromAssetsModal {...of('fromAssets')} />
      <NodeImportModal {...of('importing')} />
      <NodeAssetDrawer {...of('asset')} />
      <NodePowerModal {...of('power')} />
      <DeleteDialog
        {...of('removal')}
        words="node"
        nameOf={({ name }) => name}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
