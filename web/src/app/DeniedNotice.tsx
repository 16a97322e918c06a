import { useTranslation } from 'react-i18next';

import styles from './DeniedNotice.module.css';

/** The page is known but not for this person. The menu stays, so there is somewhere to go. */
export function DeniedNotice({ page }: { page: string }) {
  const { t } = useTranslation('app');
  return (
    <section className={styles.notice}>
      <p className={styles.code}>403</p>
      <h1 className={styles.title}>{t('denied.title')}</h1>
      <p className={styles.help}>{t('denied.help', { page })}</p>
    </section>
  );
}
