import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from './copy-text.ts';

import plain from './plain.module.css';
import styles from './TotpSecret.module.css';

interface TotpSecretProps {
  /** A PNG in base64. */
  qr: string;
  secret: string;
  onReload: () => void;
}

/** The secret for an authenticator app, to be scanned or typed. Plain HTML: the login page has no Ant Design. */
export function TotpSecret({ qr, secret, onReload }: TotpSecretProps) {
  const { t } = useTranslation('parts');
  const [copy, setCopy] = useState<'idle' | 'copied' | 'failed'>('idle');
  const handleCopy = () => {
    copyText(secret).then(
      () => setCopy('copied'),
      () => setCopy('failed'),
    );
  };
  return (
    <div className={styles.setup}>
      <img className={styles.qr} src={`data:image/png;base64,${qr}`} alt={t('totpSetup.qr')} />
      <div className={styles.words}>
        <p>{t('totpSetup.scan')}</p>
        <p className={styles.faint}>{t('totpSetup.manual')}</p>
        <code className={styles.secret}>{inGroups(secret)}</code>
        <div className={styles.tools}>
          <button type="button" className={plain.link} onClick={handleCopy}>
            {t(`copy.${copy}`)}
          </button>
          <button type="button" className={plain.link} onClick={onReload}>
            {t('totpSetup.reload')}
          </button>
        </div>
      </div>
    </div>
  );
}

/** Easier to type; apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
