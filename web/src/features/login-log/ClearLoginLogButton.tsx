import { useTranslation } from 'react-i18next';

import { ClearButton } from '../../components/ClearButton.tsx';
import { useClearLoginLogs } from './login-log.queries.ts';

export function ClearLoginLogButton({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation('login-log');
  const clear = useClearLoginLogs();
  return (
    <ClearButton
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
