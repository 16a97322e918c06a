import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from '../copy-text.ts';

import styles from './clipboard.module.css';

const MAX_PREVIEW = 2000;

/** What happens between the clipboard and a terminal. */
export function useClipboardRules() {
  const { t } = useTranslation('terminal');
  const { modal, message } = App.useApp();

  /** Asks before several lines are put in, and shows them. */
  const confirmPaste = useCallback(
    (text: string) =>
      new Promise<boolean>((resolve) => {
        let isFine = false;
        const lines = text.trimEnd().split(/\r\n|\r|\n/).length;
        modal.confirm({
          title: t('paste.title', { count: lines }),
          content: <pre className={styles.preview}>{text.slice(0, MAX_PREVIEW)}</pre>,
          okText: t('paste.ok'),
          width: 640,
          onOk: () => {
            isFine = true;
          },
          // Not before it is gone: until then the dialog holds the focus.
          afterClose: () => resolve(isFine),
        });
      }),
    [modal, t],
  );

  const refuse = useCallback(
    (way: 'copy' | 'paste') => void message.warning({ key: way, content: t(`clipboard.${way}Refused`) }),
    [message, t],
  );

  const copy = useCallback(
    (text: string) =>
      copyText(text).then(
        () => void message.success({ key: 'copy', content: t('clipboard.copied') }),
        () => void message.warning({ key: 'copy', content: t('clipboard.notCopied') }),
      ),
    [message, t],
  );
  return { confirmPaste, refuse, copy };
}
