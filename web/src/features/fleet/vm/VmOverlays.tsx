import type { Vm, VmRow } from '@jadegate/contract/fleet/vm';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useForgetVms } from './vm.queries.ts';
import { VmActModal, type VmAct } from './VmActModal.tsx';
import { VmAssetDrawer } from './VmAssetDrawer.tsx';
import { VmFormDrawer } from './VmFormDrawer.tsx';

export interface VmTargets {
  form: string | undefined;
  act: VmAct;
  removal: VmRow[];
  asset: VmRow | Vm;
}

/** What can lie over the list of virtual machines, and over the page of one. */
export function VmOverlays({ overlays: { of }, onDone }: OverlaysProps<VmTargets>) {
  const forget = useForgetVms();
  return (
    <>
      <VmFormDrawer {...of('form')} />
      <VmActModal {...of('act')} />
      <VmAssetDrawer {...of('asset')} />
      <DeleteDialog
        {...of('removal')}
        words="vm"
        nameOf={({ name }) => name}
        remove={forget.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
