import { useTranslation } from 'react-i18next';

import styles from './DemoStrip.module.css';

/** Over every page of a demo, the login included: nobody may take it for a real installation. */
export function DemoStrip() {
  const { t } = useTranslation('app');
  return (
    <div className={styles.strip} role="note">
      <strong className={styles.name}>{t('demo.name')}</strong>
      <span className={styles.help} title={t('demo.help')}>
        {t('demo.help')}
      </span>
    </div>
  );
}
