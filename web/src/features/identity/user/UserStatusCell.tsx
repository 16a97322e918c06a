import type { UserRow } from '@jadegate/contract/identity/user';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { useAccount, useCan } from '../../../hooks/account.ts';
import { isProtected } from './protected-user.ts';
import { useEnableUser } from './user.queries.ts';
import { UserStatusTag } from './UserStatusTag.tsx';

interface UserStatusCellProps {
  row: UserRow;
  /** Asks first. */
  onDisable: (row: UserRow) => void;
}

/** A switch for those who may use it, the state for everybody else. */
export function UserStatusCell({ row, onDisable }: UserStatusCellProps) {
  const { t } = useTranslation('user');
  const { message } = App.useApp();
  const can = useCan();
  const account = useAccount();
  const enable = useEnableUser();
  const { id, nickname, status } = row;

  if (!can('user-enable-disable') || isProtected(id, account)) {
    return <UserStatusTag status={status} />;
  }
  const handleChange = (isEnabled: boolean) => {
    if (isEnabled) {
      enable.mutate(id, { onSuccess: () => void message.success(t('message.enabled', { name: nickname })) });
    } else {
      onDisable(row);
    }
  };
  return (
    <Switch
      checked={status === 'enabled'}
      loading={enable.isPending}
      checkedChildren={t('status.enabled')}
      unCheckedChildren={t('status.disabled')}
      aria-label={t('label.status', { name: nickname })}
      onChange={handleChange}
    />
  );
}
