import type { UserRow } from '@jadegate/contract/identity/user';
import { useTranslation } from 'react-i18next';

import { ConfirmRows } from '../../../components/ConfirmRows.tsx';
import { personName } from '../../../components/person-name.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useResetUserTotp } from './user.queries.ts';

interface UserTotpModalProps extends OverlayProps<readonly UserRow[]> {
  onDone?: () => void;
}

/** Confirms that people lose their second factor, usually because they lost the device. */
export function UserTotpModal({ target: rows = [], ...rest }: UserTotpModalProps) {
  const { t } = useTranslation('user');
  const reset = useResetUserTotp();
  const count = rows.length;
  const name = rows[0]?.nickname ?? '';
  return (
    <ConfirmRows
      {...rest}
      ids={rows.map(({ id }) => id)}
      names={rows.map(({ nickname, username }) => personName(nickname, username))}
      title={count === 1 ? t('confirm.totp.title', { name }) : t('confirm.totpMany.title', { count })}
      help={t('confirm.totp.help')}
      confirmLabel={t('action.resetTotp')}
      done={count === 1 ? t('message.totpReset', { name }) : t('message.totpResetMany', { count })}
      run={reset.mutateAsync}
    />
  );
}
