import { ClearOutlined } from '@ant-design/icons';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { ConfirmButton } from '../../components/ConfirmButton.tsx';
import { useClearStorageLogs } from './storage-log.queries.ts';

/** Empties the log, after the word for it was typed. */
export function ClearStorageLogButton({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation('storage-log');
  const { message } = App.useApp();
  const clear = useClearStorageLogs();

  const handleConfirm = async () => {
    await clear.mutateAsync(undefined);
    message.success(t('message.cleared'));
    onCleared();
  };
  return (
    <Can any={['storage-log-clear']}>
      <ConfirmButton
        icon={<ClearOutlined aria-hidden />}
        title={t('confirm.clear.title')}
        consequence={t('confirm.clear.help')}
        confirmLabel={t('action.clear')}
        typeName={t('confirm.clear.word')}
        onConfirm={handleConfirm}
      >
        {t('action.clear')}
      </ConfirmButton>
    </Can>
  );
}
