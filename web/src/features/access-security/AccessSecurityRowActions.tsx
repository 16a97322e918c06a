import { DeleteOutlined } from '@ant-design/icons';
import type { AccessSecurity } from '@jadegate/contract/access-security';
import { useTranslation } from 'react-i18next';

import { RowActions } from '../../components/RowActions.tsx';

interface AccessSecurityRowActionsProps {
  row: AccessSecurity;
  onEdit: (id: string) => void;
  onDelete: (rows: AccessSecurity[]) => void;
}

/** What can be done with one rule. */
export function AccessSecurityRowActions({ row, onEdit, onDelete }: AccessSecurityRowActionsProps) {
  const { t } = useTranslation('access-security');
  return (
    <RowActions
      name={row.ip}
      actions={[
        {
          key: 'edit',
          label: t('action.edit'),
          access: ['access-security-edit'],
          onClick: () => onEdit(row.id),
        },
        {
          key: 'delete',
          label: t('action.delete'),
          icon: <DeleteOutlined aria-hidden />,
          danger: true,
          access: ['access-security-del'],
          onClick: () => onDelete([row]),
        },
      ]}
    />
  );
}
