import { ApartmentOutlined } from '@ant-design/icons';
import { AccessGatewayQuery, type AccessGatewayRow } from '@jadegate/contract/access/access-gateway';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { accessGatewayColumns } from './access-gateway.columns.tsx';
import { accessGatewaysQuery } from './access-gateway.queries.ts';
import { AccessGatewayRowActions } from './AccessGatewayRowActions.tsx';
import { useAccessGatewayOverlays } from './useAccessGatewayOverlays.ts';

const AccessGatewayOverlays = lazyOverlays(
  async () => (await import('./AccessGatewayOverlays.tsx')).AccessGatewayOverlays,
);

/** Access gateways: the SSH hosts through which assets in closed networks are reached. */
export function AccessGatewayListPage() {
  const { t } = useTranslation('access-gateway');
  const can = useCan();
  const selection = useSelection<AccessGatewayRow>();
  const overlays = useAccessGatewayOverlays();
  const { form, test, hostKeys, removal } = overlays;

  const columns = useMemo(
    () =>
      accessGatewayColumns(t, (row) => (
        <AccessGatewayRowActions
          row={row}
          onTest={test.open}
          onEdit={form.open}
          onHostKeys={hostKeys.open}
          onDelete={removal.open}
        />
      )),
    [t, form.open, test.open, hostKeys.open, removal.open],
  );

  return (
    <>
      <ListPage
        name="access-gateway"
        title={t('title.list')}
        description={t('title.description')}
        access={['access-gateway']}
        schema={AccessGatewayQuery}
        read={accessGatewaysQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        action={
          <CreateButton access="access-gateway-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('access-gateway-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <ApartmentOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <AccessGatewayOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
