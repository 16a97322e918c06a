import { useTranslation } from 'react-i18next';

import { ClearMenu } from '../../../components/ClearMenu.tsx';
import { useClearStorageLogs } from './storage-log.queries.ts';

export function ClearStorageLogButton({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation('storage-log');
  const clear = useClearStorageLogs();
  return (
    <ClearMenu
      access="storage-log-clear"
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
