import type { EventDestinationRow } from '@jadegate/contract/platform/event-destination';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { DestinationKindModal } from './DestinationKindModal.tsx';
import { DestinationTestModal } from './DestinationTestModal.tsx';
import { useDeleteEventDestinations } from './event-destination.queries.ts';
import { EventDestinationFormDrawer, type EditedDestination } from './EventDestinationFormDrawer.tsx';
import { UndeliverableDrawer } from './UndeliverableDrawer.tsx';

export interface EventDestinationTargets {
  /** Of which kind a new one is. */
  kind: undefined;
  form: EditedDestination;
  test: EventDestinationRow;
  undeliverable: EventDestinationRow;
  removal: EventDestinationRow[];
}

/** What can lie over the list of destinations. */
export function EventDestinationOverlays({
  overlays: { of, open },
  onDone,
}: OverlaysProps<EventDestinationTargets>) {
  const remove = useDeleteEventDestinations();
  return (
    <>
      <DestinationKindModal {...of('kind')} onChoose={(kind) => open('form', { kind })} />
      <EventDestinationFormDrawer {...of('form')} />
      <DestinationTestModal {...of('test')} />
      <UndeliverableDrawer {...of('undeliverable')} />
      <DeleteDialog
        {...of('removal')}
        words="event-destination"
        nameOf={({ name }) => name}
        remove={(ids) => remove.mutateAsync(ids)}
        onDone={onDone}
      />
    </>
  );
}
