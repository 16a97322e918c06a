import type { UserStatus } from '@jadegate/contract/identity/user';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';

export function UserStatusTag({ status }: { status: UserStatus }) {
  const { t } = useTranslation('user');
  return <StatusTag tone={status === 'enabled' ? 'success' : 'error'}>{t(`status.${status}`)}</StatusTag>;
}

export function OnlineTag({ online }: { online: boolean }) {
  const { t } = useTranslation('user');
  return (
    <StatusTag tone={online ? 'success' : 'default'}>
      {online ? t('status.online') : t('status.offline')}
    </StatusTag>
  );
}

export function TotpTag({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation('user');
  return (
    <StatusTag tone={isSet ? 'success' : 'default'}>
      {isSet ? t('status.totpOn') : t('status.totpOff')}
    </StatusTag>
  );
}
