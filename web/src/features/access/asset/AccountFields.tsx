import type { AccountType, Asset, AssetInput } from '@jadegate/contract/access/asset';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { PrivateKeyFields } from '../../../components/form/PrivateKeyFields.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { CredentialChoice } from './CredentialChoice.tsx';

const Field = FormField<keyof AssetInput>;

interface AccountFieldsProps {
  open: boolean;
  /** What is stored; undefined for a new asset. */
  asset: Asset | undefined;
  /** It would lead elsewhere: what is stored does not count. */
  isMoved: boolean;
}

/** How the asset is logged in to: its own password or key, or a credential it shares with others. */
export function AccountFields({ open, asset, isMoved }: AccountFieldsProps) {
  const { t } = useTranslation('asset');
  const stored = isMoved ? [] : (asset?.stored ?? []);
  const isPasswordLost = isMoved && asset?.stored.includes('password') === true;
  const type = Form.useWatch<AccountType | undefined>('accountType') ?? 'custom';
  if (type === 'credential') {
    return (
      <Field
        key="credentialId"
        name="credentialId"
        label={t('field.credentialId')}
        help={t('help.credentialId')}
        required
      >
        <CredentialChoice open={open} current={asset} />
      </Field>
    );
  }
  return (
    <>
      <Field name="username" label={t('field.username')} help={t('help.username')}>
        <Input autoComplete="off" />
      </Field>
      {type === 'private-key' ? (
        <PrivateKeyFields stored={stored} />
      ) : (
        <Field
          key="password"
          name="password"
          label={t('field.password')}
          help={isPasswordLost ? t('help.secretAgain') : t('help.password')}
          required={isPasswordLost}
        >
          <SecretField stored={stored.includes('password')} />
        </Field>
      )}
    </>
  );
}
