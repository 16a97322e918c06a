import { NewAccessToken } from '@jadegate/contract/access-token';
import { LIMITS } from '@jadegate/contract/limits';
import { Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useAccount } from '../../hooks/account.ts';
import { useCreateAccessToken } from './account.queries.ts';
import type { MadeToken } from './NewTokenModal.tsx';

const Field = FormField<keyof NewAccessToken>;
const LIFETIMES = [7, 30, LIMITS.accessTokenDays.default, 180, LIMITS.accessTokenDays.max];
const PROOFS = ['password', 'code'] as const;

interface AccessTokenDrawerProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: MadeToken) => void;
}

/** A new token: what it is for, how long it lives, and proof that it is the person who asks. */
export function AccessTokenDrawer({ open, onClose, onMade }: AccessTokenDrawerProps) {
  const { t } = useTranslation('account');
  const create = useCreateAccessToken();
  const handleSubmit = async (input: NewAccessToken) => {
    const { name, token } = await create.mutateAsync(input);
    onMade({ name, token });
    create.reset();
  };
  return (
    <FormDrawer
      open={open}
      title={t('action.createToken')}
      schema={NewAccessToken}
      initial={{ days: LIMITS.accessTokenDays.default }}
      submitLabel={t('action.createToken')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field name="name" label={t('field.tokenName')} help={t('help.tokenName')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="days" label={t('field.tokenDays')}>
        <Select options={LIFETIMES.map((value) => ({ value, label: t('days', { count: value }) }))} />
      </Field>
      <ProofFields />
    </FormDrawer>
  );
}

/** The password, or a code where the account has a second factor. */
function ProofFields() {
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
