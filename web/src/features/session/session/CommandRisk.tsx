import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';

type Judged = Pick<SessionCommandRow, 'action' | 'wasSent' | 'isUnchecked'>;

/** What became of a command. */
export function CommandRisk({ action, wasSent, isUnchecked }: Judged) {
  const { t } = useTranslation('session-command');
  if (isUnchecked) {
    return (
      <Tooltip title={t('help.unchecked')}>
        <StatusTag tone="warning">{t('risk.unchecked')}</StatusTag>
      </Tooltip>
    );
  }
  switch (action) {
    case 'deny':
      return <StatusTag tone="error">{t('risk.denied')}</StatusTag>;
    case 'warn':
      return <StatusTag tone="warning">{t(wasSent ? 'risk.confirmed' : 'risk.cancelled')}</StatusTag>;
    case 'allow':
      return <StatusTag>{t('risk.normal')}</StatusTag>;
  }
}
