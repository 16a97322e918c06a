import { LANGUAGES } from '@jadegate/contract/language';
import { Card, Flex, Form, Segmented, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { THEME_CHOICES, usePreferences } from '../../../hooks/preferences.ts';
import { LANGUAGE_NAMES } from '../../../i18n/language-names.ts';

export function PreferenceTab() {
  const { t } = useTranslation(['account', 'common']);
  const { token } = theme.useToken();
  const { language, setLanguage, theme: chosen, setTheme } = usePreferences();
  return (
    <Card style={{ maxWidth: 560 }}>
      <Flex vertical gap={token.margin}>
        <div style={{ color: token.colorTextSecondary }}>{t('help.preference')}</div>
        <Form layout="vertical" component="div">
          <Form.Item label={t('field.language')}>
            <Segmented
              aria-label={t('field.language')}
              value={language}
              onChange={setLanguage}
              options={LANGUAGES.map((choice) => ({ value: choice, label: LANGUAGE_NAMES[choice] }))}
            />
          </Form.Item>
          <Form.Item label={t('field.theme')}>
            <Segmented
              aria-label={t('field.theme')}
              value={chosen}
              onChange={setTheme}
              options={THEME_CHOICES.map((choice) => ({ value: choice, label: t(`common:theme.${choice}`) }))}
            />
          </Form.Item>
        </Form>
      </Flex>
    </Card>
  );
}
