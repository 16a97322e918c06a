import { TotpConfirmation } from '@jadegate/contract/identity/second-factor';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Input, Skeleton, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { provePasskey } from '../../../api/passkey.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { PasskeyButton } from '../../../components/PasskeyButton.tsx';
import { TotpSecret } from '../../../components/TotpSecret.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { totpSetupQuery, useConfirmTotp } from './account.queries.ts';

const Field = FormField<keyof TotpConfirmation>;

interface EnrolCardProps {
  /** One is on already: replacing it takes one of its codes. */
  isRebinding: boolean;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows a new secret and asks for its first code. */
export function EnrolCard({ isRebinding, onConfirmed, onCancel }: EnrolCardProps) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const setup = useQuery(totpSetupQuery());
  const confirm = useConfirmTotp();
  const hasPasskey = useAccount()?.hasPasskey === true;
  const state = useSchemaForm({
    schema: TotpConfirmation,
    initial: {},
    onSubmit: async (body) => {
      const { recoveryCodes } = await confirm.mutateAsync({ ...body, secret: setup.data?.secret });
      onConfirmed(recoveryCodes);
    },
    onSaved: () => undefined,
  });
  const footer = (
    <>
      <Button onClick={onCancel} disabled={state.isSaving}>
        {t('action.cancel')}
      </Button>
      <Button
        type="primary"
        htmlType="submit"
        loading={state.isSaving}
        disabled={setup.data === undefined || setup.isFetching}
      >
        {isRebinding ? t('action.confirmRebind') : t('action.confirmTotp')}
      </Button>
    </>
  );
  return (
    <Card title={isRebinding ? t('factor.rebind') : t('factor.setup')} styles={{ body: { padding: 0 } }}>
      <SchemaForm schema={TotpConfirmation} state={state} footer={footer}>
        <div style={{ marginBottom: token.marginLG }}>
          {setup.data ? (
            <TotpSecret qr={setup.data.qr} secret={setup.data.secret} onReload={() => void setup.refetch()} />
          ) : setup.error ? (
            <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
          ) : (
            <Skeleton active avatar={{ shape: 'square', size: 200 }} />
          )}
        </div>
        <Field name="totp" label={t('field.firstCode')} help={t('help.firstCode')}>
          <Input inputMode="numeric" autoComplete="one-time-code" />
        </Field>
        {(isRebinding || hasPasskey) && (
          <Field name="currentTotp" label={t('field.currentCode')} help={t('factor.currentHelp')} required>
            <Input autoComplete="off" />
          </Field>
        )}
        {hasPasskey && (
          <PasskeyButton
            ask={provePasskey}
            isBusy={state.isSaving}
            onAnswer={(passkey) => {
              state.form.setFieldsValue({ currentTotp: '', passkey });
              state.attempt();
              void state.submit();
            }}
          />
        )}
      </SchemaForm>
    </Card>
  );
}
