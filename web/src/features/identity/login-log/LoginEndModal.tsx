import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import { useTranslation } from 'react-i18next';

import { ConfirmRows } from '../../../components/ConfirmRows.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useEndLogin } from './login-log.queries.ts';

/** Confirms that somebody is signed out. */
export function LoginEndModal({ target: row, ...rest }: OverlayProps<LoginLogRow>) {
  const { t } = useTranslation('login-log');
  const end = useEndLogin();
  const name = row?.username ?? '';
  return (
    <ConfirmRows
      {...rest}
      ids={row === undefined ? [] : [row.id]}
      title={t('confirm.end.title', { name })}
      help={t('confirm.end.help', { address: row?.clientIp ?? '' })}
      confirmLabel={t('action.end')}
      done={t('message.ended', { name })}
      run={end.mutateAsync}
    />
  );
}
