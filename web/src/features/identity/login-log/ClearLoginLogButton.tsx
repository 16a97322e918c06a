import { useTranslation } from 'react-i18next';

import { ClearMenu } from '../../../components/ClearMenu.tsx';
import { useClearLoginLogs } from './login-log.queries.ts';

export function ClearLoginLogButton({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation('login-log');
  const clear = useClearLoginLogs();
  return (
    <ClearMenu
      access="login-log-clear"
      label={t('action.clear')}
      title={t('confirm.clear.title')}
      consequence={t('confirm.clear.help')}
      word={t('confirm.clear.word')}
      done={t('message.cleared')}
      onClear={() => clear.mutateAsync(undefined)}
      onCleared={onCleared}
    />
  );
}
