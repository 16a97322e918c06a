import { DeleteOutlined } from '@ant-design/icons';
import type { UserGroupRow } from '@jadegate/contract/user-group';
import { useTranslation } from 'react-i18next';

import { RowActions } from '../../components/RowActions.tsx';

interface UserGroupRowActionsProps {
  row: UserGroupRow;
  onEdit: (id: string) => void;
  onDelete: (rows: UserGroupRow[]) => void;
}

/** What can be done with one group. */
export function UserGroupRowActions({ row, onEdit, onDelete }: UserGroupRowActionsProps) {
  const { t } = useTranslation('user-group');
  return (
    <RowActions
      name={row.name}
      actions={[
        {
          key: 'edit',
          label: t('action.edit'),
          access: ['user-group-edit'],
          onClick: () => onEdit(row.id),
        },
        {
          key: 'delete',
          label: t('action.delete'),
          icon: <DeleteOutlined aria-hidden />,
          danger: true,
          access: ['user-group-del'],
          onClick: () => onDelete([row]),
        },
      ]}
    />
  );
}
