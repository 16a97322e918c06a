import { useTranslation } from 'react-i18next';

import { BrandMark } from '../components/BrandMark.tsx';

import styles from './Loading.module.css';

/** Shown while a part of the console loads. It appears after a moment, so that quick loads do not blink. */
export function Loading({ fullPage = false }: { fullPage?: boolean }) {
  const { t } = useTranslation('app');
  return (
    <div className={fullPage ? styles.page : styles.area} role="status">
      <BrandMark size={36} />
      <span>{t('loading')}</span>
    </div>
  );
}
