import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import { useTranslation } from 'react-i18next';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';

interface LoginLogRowActionsProps {
  row: LoginLogRow;
  onEnd: (row: LoginLogRow) => void;
  onDelete: (rows: LoginLogRow[]) => void;
}

/** A live login can be ended; the entry of one that is over can be deleted. */
export function LoginLogRowActions({ row, onEnd, onDelete }: LoginLogRowActionsProps) {
  const { t } = useTranslation('login-log');
  const actions: RowAction[] = [
    {
      key: 'end',
      label: t('action.end'),
      danger: true,
      access: ['login-log-end'],
      hidden: !row.live,
      onClick: () => onEnd(row),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      danger: true,
      access: ['login-log-del'],
      hidden: row.live,
      onClick: () => onDelete([row]),
    },
  ];
  return <RowActions name={row.username} actions={actions} />;
}
