import { RECENT_PROOF_MINUTES } from '@jadegate/contract/identity/proof';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Segmented, Skeleton, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { recentProofQuery } from './account.queries.ts';

const Field = FormField<'password' | 'totp'>;
const PROOFS = ['password', 'code'] as const;

/** Where a recent proof is enough: says so while it counts, and asks for the password or a code when it does not. */
export function ProofFields() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { data, isPending } = useQuery(recentProofQuery());
  if (isPending) {
    return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  }
  if (data !== undefined && data.seconds > 0) {
    return <Alert type="info" showIcon title={t('proof.recent', { count: Math.ceil(data.seconds / 60) })} />;
  }
  return (
    <>
      <div style={{ marginBottom: token.margin, color: token.colorTextSecondary }}>
        {t('proof.asked', { count: RECENT_PROOF_MINUTES })}
      </div>
      <PasswordOrCode />
    </>
  );
}

/** The password, or a code where the account has a second factor; each time where no recent proof is enough. */
export function PasswordOrCode() {
  const { t } = useTranslation('account');
  const account = useAccount();
  const form = Form.useFormInstance();
  const [proof, setProof] = useState<(typeof PROOFS)[number]>('password');
  const handleChange = (chosen: typeof proof) => {
    // Only one proof is looked at, so the other must not stay behind.
    form.setFieldsValue({ password: '', totp: '' });
    setProof(chosen);
  };
  return (
    <>
      {account?.enableTotp === true && (
        <Form.Item label={t('field.proof')}>
          <Segmented
            aria-label={t('field.proof')}
            value={proof}
            onChange={handleChange}
            options={PROOFS.map((value) => ({ value, label: t(`field.${value}`) }))}
          />
        </Form.Item>
      )}
      {proof === 'password' ? (
        <Field name="password" label={t('field.password')} required>
          <Input.Password autoComplete="current-password" />
        </Field>
      ) : (
        <Field name="totp" label={t('field.code')} required>
          <Input autoComplete="one-time-code" />
        </Field>
      )}
    </>
  );
}
