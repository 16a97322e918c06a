import { Button, Flex, Form, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { flagsOf, STRATEGY_PRESETS } from './strategy-presets.ts';

/** Sets the switches to begin with; each can be changed afterwards. */
export function PresetButtons() {
  const { t } = useTranslation('strategy');
  const { token } = theme.useToken();
  const form = Form.useFormInstance();
  return (
    <Form.Item label={t('preset.label')} extra={t('preset.help')}>
      <Flex wrap gap={token.marginXS} role="group" aria-label={t('preset.label')}>
        {STRATEGY_PRESETS.map((preset) => (
          <Button key={preset} onClick={() => form.setFieldsValue(flagsOf(preset))}>
            {t(`preset.${preset}`)}
          </Button>
        ))}
      </Flex>
    </Form.Item>
  );
}
