import { settingsOf, type SettingsInput } from '@jadegate/contract/platform/setting';
import { Alert, App, Button, Flex, Form, Input, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { readFailure } from '../../../components/failure.ts';
import { useSendTestMail, useUpdateSettings } from './setting.queries.ts';
import { SectionTitle } from './SettingForm.tsx';

/** Under the mail settings: what to know about them, and a letter to try them with. */
export function MailExtras({
  isPasswordStored,
  onCleared,
}: {
  isPasswordStored: boolean;
  onCleared: () => void;
}) {
  const { t } = useTranslation('setting');
  const { token } = theme.useToken();
  const isInsecure = Form.useWatch<string | undefined>('mail-security') === 'none';
  return (
    <section>
      {isInsecure && <Alert type="warning" showIcon title={t('notice.insecureMail')} />}
      {isPasswordStored && <ClearPassword onCleared={onCleared} />}
      <SectionTitle>{t('section.test')}</SectionTitle>
      <p style={{ margin: `0 0 ${token.marginXS}px`, color: token.colorTextSecondary }}>
        {t('help.testMail')}
      </p>
      <TestMail />
    </section>
  );
}

function ClearPassword({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation('setting');
  const { message } = App.useApp();
  const { mutateAsync } = useUpdateSettings();
  const clear = async () => {
    await mutateAsync({ 'mail-password': null });
    void message.success(t('message.passwordCleared'));
    onCleared();
  };
  return (
    <ConfirmButton
      title={t('confirm.clearPasswordTitle')}
      consequence={t('confirm.clearPassword')}
      confirmLabel={t('action.clearPassword')}
      onConfirm={clear}
    >
      {t('action.clearPassword')}
    </ConfirmButton>
  );
}

function TestMail() {
  const { t } = useTranslation('setting');
  const { token } = theme.useToken();
  const form = Form.useFormInstance<SettingsInput>();
  const [to, setTo] = useState('');
  const { mutate, isPending, isSuccess, error, variables, reset } = useSendTestMail();

  const send = () => {
    const values = form.getFieldsValue(true) as Record<string, unknown>;
    const keys = settingsOf('mail').filter((key) => key.startsWith('mail-'));
    const settings = Object.fromEntries(keys.map((key) => [key, values[key]])) as SettingsInput;
    mutate({ to: to.trim(), settings });
  };
  return (
    <Flex vertical gap={token.marginSM} style={{ maxWidth: 560 }}>
      <Flex gap={token.marginXS}>
        <Input
          type="email"
          aria-label={t('field.testTo')}
          placeholder={t('field.testTo')}
          autoComplete="email"
          value={to}
          onChange={(event) => {
            setTo(event.target.value);
            reset();
          }}
          onPressEnter={(event) => {
            // Inside the form, where Enter would save.
            event.preventDefault();
            send();
          }}
        />
        <Button onClick={send} loading={isPending} disabled={to.trim() === ''}>
          {t('action.sendTest')}
        </Button>
      </Flex>
      {isSuccess && (
        <Alert type="success" showIcon role="status" title={t('message.testSent', { to: variables.to })} />
      )}
      {error && <Alert type="error" showIcon role="alert" title={readFailure(error).message} />}
    </Flex>
  );
}
