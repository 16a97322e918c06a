import { LANGUAGES, type Language } from '@jadegate/contract/language';
import { useTranslation } from 'react-i18next';

import { THEME_CHOICES, usePreferences, type ThemeChoice } from '../hooks/preferences.ts';
import { LANGUAGE_NAMES } from '../i18n/language-names.ts';

import styles from './PreferenceBar.module.css';

/** Language and theme, where nobody need be signed in. */
export function PreferenceBar() {
  const { t } = useTranslation('common');
  const { language, setLanguage, theme, setTheme } = usePreferences();
  return (
    <div className={styles.bar}>
      <select
        aria-label={t('preference.language')}
        value={language}
        onChange={(event) => setLanguage(event.target.value as Language)}
      >
        {LANGUAGES.map((choice) => (
          <option key={choice} value={choice}>
            {LANGUAGE_NAMES[choice]}
          </option>
        ))}
      </select>
      <select
        aria-label={t('preference.theme')}
        value={theme}
        onChange={(event) => setTheme(event.target.value as ThemeChoice)}
      >
        {THEME_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`theme.${choice}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
