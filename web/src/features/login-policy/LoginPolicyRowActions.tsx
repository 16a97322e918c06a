import { DeleteOutlined } from '@ant-design/icons';
import type { LoginPolicyRow } from '@jadegate/contract/login-policy';
import { useTranslation } from 'react-i18next';

import { RowActions } from '../../components/RowActions.tsx';

interface LoginPolicyRowActionsProps {
  row: LoginPolicyRow;
  onEdit: (id: string) => void;
  onDelete: (rows: LoginPolicyRow[]) => void;
}

/** What can be done with one policy. */
export function LoginPolicyRowActions({ row, onEdit, onDelete }: LoginPolicyRowActionsProps) {
  const { t } = useTranslation('login-policy');
  return (
    <RowActions
      name={row.name}
      actions={[
        {
          key: 'edit',
          label: t('action.edit'),
          access: ['login-policy-edit'],
          onClick: () => onEdit(row.id),
        },
        {
          key: 'delete',
          label: t('action.delete'),
          icon: <DeleteOutlined aria-hidden />,
          danger: true,
          access: ['login-policy-del'],
          onClick: () => onDelete([row]),
        },
      ]}
    />
  );
}
