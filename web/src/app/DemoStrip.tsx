import { useTranslation } from 'react-i18next';

import en from '../i18n/en/demo.json';
import zhTW from '../i18n/zh-TW/demo.json';

import styles from './DemoStrip.module.css';

/** Over every page of a demo, the login included: nobody may take it for a real installation. */
export function DemoStrip() {
  // Its words come with it: what everybody's first page fetches has no room for them.
  const { name, help } = useTranslation().i18n.language === 'en' ? en : zhTW;
  return (
    <div className={styles.strip} role="note">
      <strong className={styles.name}>{name}</strong>
      <span className={styles.help} title={help}>
        {help}
      </span>
    </div>
  );
}
