import { useTranslation } from 'react-i18next';

import styles from './PlannedPage.module.css';

/** A page whose capability is not in this version. It says so and pretends nothing. */
export function PlannedPage({ title }: { title: string }) {
  const { t } = useTranslation('app');
  return (
    <section className={styles.planned}>
      <svg className={styles.picture} width="168" height="112" viewBox="0 0 168 112" aria-hidden>
        <path className={styles.ground} d="M8 96h152" />
        <path
          className={styles.gate}
          d="M44 52c14-2 24-10 29-24h22c5 14 15 22 29 24M48 60h72M56 60v36M112 60v36"
        />
        <path className={styles.arch} d="M70 96V84a14 14 0 0 1 28 0v12" />
      </svg>
      <h1 className={styles.title}>{t('planned.title', { page: title })}</h1>
      <p className={styles.help}>{t('planned.help')}</p>
    </section>
  );
}
