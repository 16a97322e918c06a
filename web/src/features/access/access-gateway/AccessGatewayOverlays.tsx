import type { AccessGatewayRow } from '@jadegate/contract/access/access-gateway';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteAccessGateways } from './access-gateway.queries.ts';
import { AccessGatewayFormDrawer } from './AccessGatewayFormDrawer.tsx';
import { GatewayHostKeyModal } from './GatewayHostKeyModal.tsx';
import { GatewayTestModal } from './GatewayTestModal.tsx';

export interface AccessGatewayTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  test: AccessGatewayRow;
  hostKeys: AccessGatewayRow;
  removal: AccessGatewayRow[];
}

/** What can lie over the gateway list. */
export function AccessGatewayOverlays({ overlays, onDone }: OverlaysProps<AccessGatewayTargets>) {
  const { open, of } = overlays;
  const remove = useDeleteAccessGateways();
  const test = of('test');
  return (
    <>
      <AccessGatewayFormDrawer {...of('form')} />
      <GatewayTestModal
        {...test}
        onHostKeys={(gateway) => {
          test.onClose();
          open('hostKeys', gateway);
        }}
      />
      <GatewayHostKeyModal {...of('hostKeys')} />
      <DeleteDialog
        {...of('removal')}
        words="access-gateway"
        nameOf={({ name }) => name}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
