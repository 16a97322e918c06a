import type { VmRow } from '@jadegate/contract/fleet/vm';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import type { VmOverlays as Overlays } from './useVmOverlays.ts';
import { useForgetVms } from './vm.queries.ts';
import { VmActModal } from './VmActModal.tsx';
import { VmAssetDrawer } from './VmAssetDrawer.tsx';
import { VmFormDrawer } from './VmFormDrawer.tsx';

interface VmOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawers and dialogs of virtual machines. Apart from the pages, which do not wait for their code. */
export function VmOverlays({ overlays, onDeleted }: VmOverlaysProps) {
  const { form, act, removal, asset } = overlays;
  return (
    <>
      <VmFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <VmActModal open={act.isOpen} act={act.target} onClose={act.close} />
      <VmAssetDrawer open={asset.isOpen} vm={asset.target} onClose={asset.close} />
      <ForgetModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}

function ForgetModal(props: Deletion<VmRow>) {
  const forget = useForgetVms();
  return <DeleteDialog {...props} words="vm" nameOf={({ name }) => name} remove={forget.mutateAsync} />;
}
