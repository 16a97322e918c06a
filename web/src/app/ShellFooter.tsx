import { useTranslation } from 'react-i18next';

import { useBranding } from '../hooks/branding.ts';

import styles from './ShellFooter.module.css';

export function ShellFooter() {
  const { t } = useTranslation('app');
  const { copyright, version } = useBranding();
  return (
    <footer className={styles.footer}>
      <span>{copyright}</span>
      {version !== '' && <span>{t('footer.version', { version })}</span>}
    </footer>
  );
}
