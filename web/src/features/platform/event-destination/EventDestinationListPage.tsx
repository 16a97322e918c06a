import { SendOutlined } from '@ant-design/icons';
import {
  EventDestinationQuery,
  type EventDestinationRow,
} from '@jadegate/contract/platform/event-destination';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { RowActions } from '../../../components/RowActions.tsx';
import { useOverlays, type OpenOverlay } from '../../../hooks/useOverlays.ts';
import { eventDestinationColumns } from './event-destination.columns.tsx';
import { eventDestinationsQuery, useRetryEventDestination } from './event-destination.queries.ts';
import type { EventDestinationTargets } from './EventDestinationOverlays.tsx';
import { OutboxLine } from './OutboxLine.tsx';

const EventDestinationOverlays = lazyOverlays(
  async () => (await import('./EventDestinationOverlays.tsx')).EventDestinationOverlays,
);

/** Where events go, and how that goes. */
export function EventDestinationListPage() {
  const { t } = useTranslation('event-destination');
  const overlays = useOverlays<EventDestinationTargets>();
  const { open } = overlays;
  const columns = useMemo(
    () =>
      eventDestinationColumns({
        t,
        renderActions: (row) => <DestinationRowActions row={row} open={open} />,
        onUndeliverable: (row) => open('undeliverable', row),
      }),
    [t, open],
  );
  return (
    <RecordListPage
      words="event-destination"
      menu="event-destination"
      manual="events"
      schema={EventDestinationQuery}
      read={eventDestinationsQuery}
      columns={columns}
      nameOf={({ name }) => name}
      action={
        <CreateButton
          access="event-destination-add"
          label={t('action.create')}
          onClick={() => open('kind')}
        />
      }
      notice={<OutboxLine />}
      tickAccess={['event-destination-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<SendOutlined aria-hidden />}
      renderOverlays={(onDone) => <EventDestinationOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}

interface ActionsProps {
  row: EventDestinationRow;
  open: OpenOverlay<EventDestinationTargets>;
}

function DestinationRowActions({ row, open }: ActionsProps) {
  const { t } = useTranslation('event-destination');
  const { mutate: retry } = useRetryEventDestination();
  return (
    <RowActions
      name={row.name}
      actions={[
        {
          key: 'test',
          label: t('action.test'),
          access: ['event-destination-edit'],
          onClick: () => open('test', row),
        },
        {
          key: 'edit',
          label: t('action.edit'),
          access: ['event-destination-edit'],
          onClick: () => open('form', { id: row.id, kind: row.kind }),
        },
        {
          key: 'retry',
          label: t('action.retry'),
          access: ['event-destination-edit'],
          hidden: row.state !== 'failing',
          onClick: () => retry(row.id),
        },
        { key: 'undeliverable', label: t('action.undeliverable'), onClick: () => open('undeliverable', row) },
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          access: ['event-destination-del'],
          onClick: () => open('removal', [row]),
        },
      ]}
    />
  );
}
