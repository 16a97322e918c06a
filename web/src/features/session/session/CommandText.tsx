import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import { Tooltip, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { Mono } from '../../../components/Mono.tsx';

interface CommandTextProps {
  command: Pick<SessionCommandRow, 'command' | 'isHidden'>;
  maxWidth: number;
}

/** A command, or that something was typed which nobody saw. */
export function CommandText({ command: { command, isHidden }, maxWidth }: CommandTextProps) {
  const { t } = useTranslation('session-command');
  return isHidden ? (
    <Tooltip title={t('help.hidden')}>
      <Typography.Text type="secondary">{t('hidden')}</Typography.Text>
    </Tooltip>
  ) : (
    <Mono text={command} maxWidth={maxWidth} />
  );
}
