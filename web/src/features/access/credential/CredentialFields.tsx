import {
  CREDENTIAL_TYPES,
  type CredentialInput,
  type CredentialSecretName,
} from '@jadegate/contract/access/credential';
import { Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { PrivateKeyFields } from '../../../components/form/PrivateKeyFields.tsx';
import { SecretField } from '../../../components/SecretField.tsx';

const Field = FormField<keyof CredentialInput>;

/** The fields by type. What was typed for the other type is kept in the form, in case one switches back. */
export function CredentialFields({ stored }: { stored: readonly CredentialSecretName[] }) {
  const { t } = useTranslation('credential');
  const type = Form.useWatch<CredentialInput['type'] | undefined>('type') ?? 'custom';
  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="type" label={t('field.type')}>
        <Segmented options={CREDENTIAL_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))} />
      </Field>
      <Field name="username" label={t('field.username')} help={t('help.username')}>
        <Input autoComplete="off" />
      </Field>
      {type === 'custom' ? (
        <Field key="password" name="password" label={t('field.password')} help={t('help.password')}>
          <SecretField stored={stored.includes('password')} />
        </Field>
      ) : (
        <PrivateKeyFields stored={stored} />
      )}
      <Field name="addresses" label={t('field.addresses')} help={t('help.addresses')}>
        <Input.TextArea rows={2} placeholder="10.0.0.0/8, db.example.com, *.example.com" />
      </Field>
    </>
  );
}
