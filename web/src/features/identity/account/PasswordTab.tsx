import { changePassword } from '@jadegate/contract/identity/account';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Card, Flex, Input, theme } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../api/call.ts';
import { FormField } from '../../../components/form/FormField.tsx';
import { repeatedPassword, type RepeatedPassword } from '../../../components/form/repeated-password.ts';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { useAccount } from '../../../hooks/account.ts';
import { useBranding } from '../../../hooks/branding.ts';

const Field = FormField<keyof RepeatedPassword>;

export function PasswordTab() {
  // A new form after each change: nothing of the old password stays on the page.
  const [round, setRound] = useState(0);
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { passwordAt = '' } = useAccount() ?? {};
  if (passwordAt !== '') {
    return <Alert type="info" showIcon title={t('help.passwordAt', { name: passwordAt })} />;
  }
  return (
    <Flex vertical gap={token.margin} style={{ maxWidth: 560 }}>
      <Alert type="info" showIcon title={t('help.password')} />
      <Card styles={{ body: { padding: 0 } }}>
        <PasswordForm key={round} onChanged={() => setRound(round + 1)} />
      </Card>
    </Flex>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('account');
  const { passwordMinLength } = useBranding();
  const { message } = App.useApp();
  const { mutateAsync } = useMutation({
    mutationFn: (body: RepeatedPassword) => call(changePassword, { body }),
    meta: { errors: 'caller' },
  });
  const schema = useMemo(() => repeatedPassword(passwordMinLength), [passwordMinLength]);
  const state = useSchemaForm({
    schema,
    initial: {},
    onSubmit: mutateAsync,
    onSaved: () => {
      void message.success(t('message.passwordChanged'));
      onChanged();
    },
  });
  const submit = (
    <Button type="primary" htmlType="submit" loading={state.isSaving}>
      {t('action.changePassword')}
    </Button>
  );
  return (
    <SchemaForm schema={schema} state={state} footer={submit}>
      <Field name="oldPassword" label={t('field.oldPassword')}>
        <Input.Password autoComplete="current-password" />
      </Field>
      <Field
        name="newPassword"
        label={t('field.newPassword')}
        help={t('help.newPassword', { min: passwordMinLength })}
      >
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="newPassword2" label={t('field.newPassword2')}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </SchemaForm>
  );
}
