import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from './copy-text.ts';
import { saveText } from './save-text.ts';

import plain from './plain.module.css';
import styles from './RecoveryCodeSheet.module.css';

interface RecoveryCodeSheetProps {
  codes: readonly string[];
  /** Whose they are: stands on the file and on the paper. */
  account: string;
  doneLabel: string;
  /** Called once the person has said that they kept the codes. */
  onDone: () => void;
}

/** Recovery codes, shown this once. Plain HTML: the login page has no Ant Design. */
export function RecoveryCodeSheet({ codes, account, doneLabel, onDone }: RecoveryCodeSheetProps) {
  const { t } = useTranslation('parts');
  const [isSaved, setIsSaved] = useState(false);
  const [copy, setCopy] = useState<'copy' | 'copied' | 'copyFailed'>('copy');
  const text = [t('recovery.file', { account }), '', ...codes, ''].join('\n');
  const handleCopy = () => {
    copyText(codes.join('\n')).then(
      () => setCopy('copied'),
      () => setCopy('copyFailed'),
    );
  };
  return (
    <section className={styles.sheet} aria-label={t('recovery.title')}>
      <h2 className={styles.title}>{t('recovery.title')}</h2>
      <p className={styles.help}>{t('recovery.help')}</p>
      <ol className={styles.codes} aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.tools}>
        <button type="button" className={plain.button} onClick={handleCopy}>
          {t(`recovery.${copy}`)}
        </button>
        <button
          type="button"
          className={plain.button}
          onClick={() => saveText(`recovery-codes-${account}.txt`, text)}
        >
          {t('recovery.download')}
        </button>
        <button type="button" className={plain.button} onClick={() => window.print()}>
          {t('recovery.print')}
        </button>
      </div>
      <label className={styles.saved}>
        <input type="checkbox" checked={isSaved} onChange={(event) => setIsSaved(event.target.checked)} />
        {t('recovery.saved')}
      </label>
      <button type="button" className={styles.done} disabled={!isSaved} onClick={onDone}>
        {doneLabel}
      </button>
    </section>
  );
}
