import { Flex, Select, Slider, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { FONT_SIZES, TERMINAL_THEMES, type TerminalPreferences } from './terminal-preferences.ts';

import styles from './TerminalPage.module.css';

interface PreferenceFormProps {
  value: TerminalPreferences;
  onChange: (value: TerminalPreferences) => void;
}

/** How terminals look and behave for this person. */
export function PreferenceForm({ value, onChange }: PreferenceFormProps) {
  const { t } = useTranslation('terminal');
  return (
    <Flex vertical gap={8} className={styles.preferences}>
      <label htmlFor="terminal-font">{t('preference.fontSize', { size: value.fontSize })}</label>
      <Slider
        id="terminal-font"
        {...FONT_SIZES}
        value={value.fontSize}
        onChange={(fontSize) => onChange({ ...value, fontSize })}
      />
      <label htmlFor="terminal-theme">{t('preference.theme')}</label>
      <Select
        id="terminal-theme"
        value={value.theme}
        options={TERMINAL_THEMES.map((name) => ({ value: name, label: t(`theme.${name}`) }))}
        onChange={(chosen) => onChange({ ...value, theme: chosen })}
      />
      <Flex justify="space-between" align="center">
        <label htmlFor="terminal-copy">{t('preference.copyOnSelect')}</label>
        <Switch
          id="terminal-copy"
          size="small"
          checked={value.copyOnSelect}
          onChange={(copyOnSelect) => onChange({ ...value, copyOnSelect })}
        />
      </Flex>
    </Flex>
  );
}
