import { Popover, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import styles from './CommandOutput.module.css';

/** The first line of what a command printed, and all of it on hover. */
export function CommandOutput({ text }: { text: string }) {
  const { t } = useTranslation('session-command');
  const { token } = theme.useToken();
  const lines = text.split('\n');
  const [first = ''] = lines;
  const font = { fontFamily: token.fontFamilyCode, fontSize: token.fontSizeSM };
  if (text === '') {
    return '—';
  }
  return (
    <Popover
      title={t('field.result')}
      content={
        <pre className={styles.all} style={font}>
          {text}
        </pre>
      }
    >
      <button type="button" className={styles.first} style={font}>
        {first}
        {lines.length > 1 && (
          <span style={{ color: token.colorTextSecondary }}>
            {' '}
            {t('help.moreLines', { count: lines.length - 1 })}
          </span>
        )}
      </button>
    </Popover>
  );
}
