import { DeleteOutlined, EditOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import type { AccessGatewayRow } from '@jadegate/contract/access/access-gateway';
import { useTranslation } from 'react-i18next';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';

interface AccessGatewayRowActionsProps {
  row: AccessGatewayRow;
  onTest: (row: AccessGatewayRow) => void;
  onEdit: (id: string) => void;
  onHostKeys: (row: AccessGatewayRow) => void;
  onDelete: (rows: AccessGatewayRow[]) => void;
}

/** What can be done with one gateway. */
export function AccessGatewayRowActions({
  row,
  onTest,
  onEdit,
  onHostKeys,
  onDelete,
}: AccessGatewayRowActionsProps) {
  const { t } = useTranslation('access-gateway');
  const actions: RowAction[] = [
    { key: 'test', label: t('action.test'), access: ['access-gateway-edit'], onClick: () => onTest(row) },
    {
      key: 'edit',
      label: t('action.edit'),
      icon: <EditOutlined aria-hidden />,
      access: ['access-gateway-edit'],
      onClick: () => onEdit(row.id),
    },
    {
      key: 'host-keys',
      label: t('action.hostKeys'),
      icon: <SafetyCertificateOutlined aria-hidden />,
      onClick: () => onHostKeys(row),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['access-gateway-del'],
      onClick: () => onDelete([row]),
    },
  ];
  return <RowActions name={row.name} actions={actions} />;
}
