import { ACCESS_RULES } from '@jadegate/contract/identity/access-rule';
import type { AccessSecurityInput } from '@jadegate/contract/identity/access-security';
import { Input, InputNumber, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';

const Field = FormField<keyof AccessSecurityInput>;

const EXAMPLE = '192.168.0.1,10.0.0.0/8,172.16.0.1-172.16.0.99';

export function AccessSecurityFields() {
  const { t } = useTranslation('access-security');
  return (
    <>
      <Field name="ip" label={t('field.ip')} help={t('help.ip', { example: EXAMPLE })}>
        <Input autoComplete="off" placeholder="192.168.0.0/24" />
      </Field>
      <Field name="rule" label={t('field.rule')} help={t('help.rule')}>
        <Segmented options={ACCESS_RULES.map((value) => ({ value, label: t(`rule.${value}`) }))} />
      </Field>
      <Field name="priority" label={t('field.priority')} help={t('help.priority')}>
        <InputNumber precision={0} />
      </Field>
    </>
  );
}
