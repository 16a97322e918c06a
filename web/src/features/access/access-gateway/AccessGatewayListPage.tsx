import { ApartmentOutlined } from '@ant-design/icons';
import { AccessGatewayQuery } from '@jadegate/contract/access/access-gateway';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { accessGatewayColumns } from './access-gateway.columns.tsx';
import { accessGatewaysQuery } from './access-gateway.queries.ts';
import type { AccessGatewayTargets } from './AccessGatewayOverlays.tsx';
import { AccessGatewayRowActions } from './AccessGatewayRowActions.tsx';

const AccessGatewayOverlays = lazyOverlays(
  async () => (await import('./AccessGatewayOverlays.tsx')).AccessGatewayOverlays,
);

/** Access gateways: the SSH hosts through which assets in closed networks are reached. */
export function AccessGatewayListPage() {
  const { t } = useTranslation('access-gateway');
  const overlays = useOverlays<AccessGatewayTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () => accessGatewayColumns(t, (row) => <AccessGatewayRowActions row={row} open={open} />),
    [t, open],
  );

  return (
    <RecordListPage
      words="access-gateway"
      menu="access-gateway"
      manual="hosts"
      schema={AccessGatewayQuery}
      read={accessGatewaysQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      action={
        <CreateButton access="access-gateway-add" label={t('action.create')} onClick={() => open('form')} />
      }
      tickAccess={['access-gateway-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<ApartmentOutlined aria-hidden />}
      renderOverlays={(onDone) => <AccessGatewayOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
