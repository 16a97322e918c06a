import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import { useTranslation } from 'react-i18next';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import type { LoginLogTargets } from './LoginLogOverlays.tsx';

/** A live login can be ended; the entry of one that is over can be deleted. */
export function LoginLogRowActions({ row, open }: RowActionsProps<LoginLogRow, LoginLogTargets>) {
  const { t } = useTranslation('login-log');
  const actions: RowAction[] = [
    {
      key: 'end',
      label: t('action.end'),
      danger: true,
      access: ['login-log-end'],
      hidden: !row.live,
      onClick: () => open('ending', row),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      danger: true,
      access: ['login-log-del'],
      hidden: row.live,
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={row.username} actions={actions} />;
}
