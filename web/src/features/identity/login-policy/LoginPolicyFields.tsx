import { ACCESS_RULES, type AccessRule } from '@jadegate/contract/identity/access-rule';
import type { LoginPolicyInput } from '@jadegate/contract/identity/login-policy';
import { Input, InputNumber, Radio, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { WeekGrid } from '../../../components/week/WeekGrid.tsx';

const Field = FormField<keyof LoginPolicyInput>;

const EXAMPLE = '192.168.0.1,10.0.0.0/8,172.16.0.1-172.16.0.99';

export function LoginPolicyFields() {
  const { t } = useTranslation('login-policy');
  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="rule" label={t('field.rule')} help={t('help.rule')}>
        <Radio.Group
          vertical
          options={ACCESS_RULES.map((value) => ({ value, label: <Rule rule={value} /> }))}
        />
      </Field>
      <Field name="priority" label={t('field.priority')} help={t('help.priority')}>
        <InputNumber precision={0} />
      </Field>
      <Field name="ipGroup" label={t('field.ipGroup')} help={t('help.ipGroup', { example: EXAMPLE })}>
        <Input autoComplete="off" />
      </Field>
      <Field name="timePeriod" label={t('field.timePeriod')} help={t('help.timePeriod')}>
        <WeekGrid />
      </Field>
      <Field name="enabled" label={t('field.enabled')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

function Rule({ rule }: { rule: AccessRule }) {
  const { t } = useTranslation('login-policy');
  return (
    <>
      {t(`choice.${rule}.title`)}
      <br />
      <Typography.Text type="secondary">{t(`choice.${rule}.help`)}</Typography.Text>
    </>
  );
}
