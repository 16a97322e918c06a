import { DeleteOutlined, KeyOutlined, SafetyOutlined } from '@ant-design/icons';
import type { UserRow } from '@jadegate/contract/identity/user';
import { useTranslation } from 'react-i18next';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import { useAccount } from '../../../hooks/account.ts';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import { isProtected } from './protected-user.ts';
import type { UserTargets } from './UserOverlays.tsx';

/** What can be done with one person. */
export function UserRowActions({ row, open }: RowActionsProps<UserRow, UserTargets>) {
  const { t } = useTranslation('user');
  const account = useAccount();
  // One's own password and second factor are changed on the profile page, after a proof; the server refuses it here.
  const isSelf = row.id === account?.id;

  const actions: RowAction[] = [
    { key: 'edit', label: t('action.edit'), access: ['user-edit'], onClick: () => open('form', row.id) },
    {
      key: 'change-password',
      label: t('action.changePassword'),
      icon: <KeyOutlined aria-hidden />,
      access: ['user-change-password'],
      hidden: isSelf,
      onClick: () => open('password', [row]),
    },
    {
      key: 'reset-totp',
      label: t('action.resetTotp'),
      icon: <SafetyOutlined aria-hidden />,
      access: ['user-reset-totp'],
      hidden: isSelf || row.totpSecret === '0',
      onClick: () => open('totp', [row]),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['user-del'],
      hidden: isProtected(row.id, account),
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={row.nickname} actions={actions} />;
}
