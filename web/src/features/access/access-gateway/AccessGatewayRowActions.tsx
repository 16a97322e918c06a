import { DeleteOutlined, EditOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import type { AccessGatewayRow } from '@jadegate/contract/access/access-gateway';
import { useTranslation } from 'react-i18next';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import type { AccessGatewayTargets } from './AccessGatewayOverlays.tsx';

/** What can be done with one gateway. */
export function AccessGatewayRowActions({
  row,
  open,
}: RowActionsProps<AccessGatewayRow, AccessGatewayTargets>) {
  const { t } = useTranslation('access-gateway');
  const actions: RowAction[] = [
    {
      key: 'test',
      label: t('action.test'),
      access: ['access-gateway-edit'],
      onClick: () => open('test', row),
    },
    {
      key: 'edit',
      label: t('action.edit'),
      icon: <EditOutlined aria-hidden />,
      access: ['access-gateway-edit'],
      onClick: () => open('form', row.id),
    },
    {
      key: 'host-keys',
      label: t('action.hostKeys'),
      icon: <SafetyCertificateOutlined aria-hidden />,
      onClick: () => open('hostKeys', row),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['access-gateway-del'],
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={row.name} actions={actions} />;
}
