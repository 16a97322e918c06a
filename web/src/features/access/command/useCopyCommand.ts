import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from '../../../components/copy-text.ts';

/** Puts the text of a command on the clipboard and says so. */
export function useCopyCommand(): (name: string, text: string) => void {
  const { t } = useTranslation('command');
  const { message } = App.useApp();
  return useCallback(
    (name: string, text: string) => {
      copyText(text).then(
        () => message.success(t('message.copied', { name })),
        () => message.error(t('message.notCopied')),
      );
    },
    [t, message],
  );
}
