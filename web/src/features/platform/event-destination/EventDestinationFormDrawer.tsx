import type { DestinationKind } from '@jadegate/contract/platform/events/destination-config';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { blankOf, formOf, toForm, toInput } from './destination-form.ts';
import { DestinationFields } from './DestinationFields.tsx';
import {
  eventDestinationQuery,
  useCreateEventDestination,
  useUpdateEventDestination,
} from './event-destination.queries.ts';

/** One to edit, or of which kind a new one is. */
export interface EditedDestination {
  id?: string;
  kind: DestinationKind;
}

export function EventDestinationFormDrawer({ open, target, onClose }: OverlayProps<EditedDestination>) {
  const { id, kind = 'syslog' } = target ?? {};
  const save = useSaveRecord(id, useCreateEventDestination(), useUpdateEventDestination());
  const stored = useQuery({ ...eventDestinationQuery(id ?? ''), enabled: open && id !== undefined });
  const schema = useMemo(() => formOf(kind), [kind]);
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored }}
      words="event-destination"
      schema={schema}
      blank={blankOf(kind)}
      toInput={toForm}
      save={(form) => save(toInput(kind, form))}
      nameOf={({ name }) => name}
    >
      <DestinationFields kind={kind} stored={stored.data?.storedSecrets ?? []} isNew={id === undefined} />
    </RecordDrawer>
  );
}
