import type { UserRow } from '@jadegate/contract/identity/user';
import { useTranslation } from 'react-i18next';

import { ConfirmRows } from '../../../components/ConfirmRows.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useDisableUser } from './user.queries.ts';

/** Confirms that a person is shut out. */
export function UserDisableModal({ target: user, ...rest }: OverlayProps<UserRow>) {
  const { t } = useTranslation('user');
  const disable = useDisableUser();
  const name = user?.nickname ?? '';
  return (
    <ConfirmRows
      {...rest}
      ids={user === undefined ? [] : [user.id]}
      title={t('confirm.disable.title', { name })}
      help={t('confirm.disable.help')}
      confirmLabel={t('action.disable')}
      done={t('message.disabled', { name })}
      run={(ids) => Promise.all(ids.map((id) => disable.mutateAsync(id)))}
    />
  );
}
