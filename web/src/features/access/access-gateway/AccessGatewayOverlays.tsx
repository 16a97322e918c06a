import type { AccessGatewayRow } from '@jadegate/contract/access/access-gateway';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import { useDeleteAccessGateways } from './access-gateway.queries.ts';
import { AccessGatewayFormDrawer } from './AccessGatewayFormDrawer.tsx';
import { GatewayHostKeyModal } from './GatewayHostKeyModal.tsx';
import { GatewayTestModal } from './GatewayTestModal.tsx';
import type { AccessGatewayOverlays as Overlays } from './useAccessGatewayOverlays.ts';

interface AccessGatewayOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawers and dialogs of the gateway list. Apart from it, so that the list does not wait for their code. */
export function AccessGatewayOverlays({ overlays, onDeleted }: AccessGatewayOverlaysProps) {
  const { form, test, hostKeys, removal } = overlays;
  const remove = useDeleteAccessGateways();
  return (
    <>
      <AccessGatewayFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <GatewayTestModal
        open={test.isOpen}
        gateway={test.target}
        onHostKeys={(gateway) => {
          test.close();
          hostKeys.open(gateway);
        }}
        onClose={test.close}
      />
      <GatewayHostKeyModal open={hostKeys.isOpen} gateway={hostKeys.target} onClose={hostKeys.close} />
      <DeleteDialog<AccessGatewayRow>
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
        words="access-gateway"
        nameOf={({ name }) => name}
        remove={remove.mutateAsync}
      />
    </>
  );
}
