import { Form } from 'antd';
import { useTranslation } from 'react-i18next';

import { SecretField } from '../SecretField.tsx';
import { FormField } from './FormField.tsx';

interface PrivateKeyFieldsProps {
  /** The secrets the server holds already; it never shows them. */
  stored: readonly string[];
}

/** A private key and the passphrase that opens it. */
export function PrivateKeyFields({ stored }: PrivateKeyFieldsProps) {
  const { t } = useTranslation('parts');
  const newKey = Form.useWatch<string | undefined>('privateKey') ?? '';
  const hasKey = stored.includes('privateKey');
  return (
    <>
      <FormField
        name="privateKey"
        label={t('privateKey.key')}
        help={t('privateKey.keyHelp')}
        required={!hasKey}
      >
        <SecretField stored={hasKey} multiline placeholder="-----BEGIN OPENSSH PRIVATE KEY-----" />
      </FormField>
      <FormField name="passphrase" label={t('privateKey.passphrase')} help={t('privateKey.passphraseHelp')}>
        {/* A new key comes with its own passphrase or none; the stored one goes with the old key. */}
        <SecretField stored={stored.includes('passphrase') && newKey === ''} />
      </FormField>
    </>
  );
}
