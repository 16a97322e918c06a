import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { BrandMark } from '../../../components/BrandMark.tsx';
import { Backdrop } from './Backdrop.tsx';

import styles from './LoginPage.module.css';

interface LoginFrameProps {
  name: string;
  description: string;
  /** Whom people ask who cannot get in. */
  contact?: string;
  /** What stands in the corner. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Landscape, brand and card. */
export function LoginFrame({ name, description, contact = '', tools, children }: LoginFrameProps) {
  const { t } = useTranslation('app');
  return (
    <div className={styles.page}>
      <Backdrop />
      <div className={styles.tools}>{tools}</div>
      <div className={styles.brand}>
        <BrandMark size={56} />
        <p className={styles.name}>{name}</p>
        <p className={styles.description}>{description}</p>
      </div>
      <main className={styles.card}>
        {children}
        {contact !== '' && <p className={styles.contact}>{t('brand.contact', { contact })}</p>}
      </main>
      <footer className={styles.footer}>
        {/* In a tab of its own: what was typed here stays. */}
        <a href="/manual" target="_blank" rel="noopener">
          {t('page.manual')}
        </a>
      </footer>
    </div>
  );
}
