import type { AccountType, AssetInput, AssetSecretName } from '@jadegate/contract/asset';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../components/form/FormField.tsx';
import { SecretField } from '../../components/SecretField.tsx';
import { CredentialSelect } from './AssetPickers.tsx';

const Field = FormField<keyof AssetInput>;

/** How the asset is logged in to: its own password or key, or a credential it shares with others. */
export function AccountFields({ open, stored }: { open: boolean; stored: readonly AssetSecretName[] }) {
  const { t } = useTranslation('asset');
  const type = Form.useWatch<AccountType | undefined>('accountType') ?? 'custom';
  const newKey = Form.useWatch<string | undefined>('privateKey') ?? '';
  const isStored = (name: AssetSecretName) => stored.includes(name);
  if (type === 'credential') {
    return (
      <Field
        key="credentialId"
        name="credentialId"
        label={t('field.credentialId')}
        help={t('help.credentialId')}
        required
      >
        <CredentialSelect open={open} />
      </Field>
    );
  }
  return (
    <>
      <Field name="username" label={t('field.username')} help={t('help.username')}>
        <Input autoComplete="off" />
      </Field>
      {type === 'private-key' ? (
        <>
          <Field
            key="privateKey"
            name="privateKey"
            label={t('field.privateKey')}
            help={t('help.privateKey')}
            required={!isStored('privateKey')}
          >
            <SecretField
              stored={isStored('privateKey')}
              multiline
              placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            />
          </Field>
          <Field key="passphrase" name="passphrase" label={t('field.passphrase')} help={t('help.passphrase')}>
            {/* A new key comes with its own passphrase or none; the stored one goes with the old key. */}
            <SecretField stored={isStored('passphrase') && newKey === ''} />
          </Field>
        </>
      ) : (
        <Field key="password" name="password" label={t('field.password')} help={t('help.password')}>
          <SecretField stored={isStored('password')} />
        </Field>
      )}
    </>
  );
}
