import { PlusOutlined } from '@ant-design/icons';
import { Button, Flex, theme } from 'antd';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../../hooks/account.ts';
import { AddCredentialContext } from './add-credential.ts';
import { CredentialSelect, type CredentialSelectProps } from './AssetPickers.tsx';

/** Chooses a credential, or makes one for it. */
export function CredentialChoice(props: CredentialSelectProps) {
  const { t } = useTranslation('asset');
  const { token } = theme.useToken();
  const can = useCan();
  const addCredential = useContext(AddCredentialContext);
  if (addCredential === undefined || !can('credential-add')) {
    return <CredentialSelect {...props} />;
  }
  return (
    <Flex gap={token.marginXS}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <CredentialSelect {...props} />
      </div>
      <Button
        icon={<PlusOutlined aria-hidden />}
        aria-label={t('action.addCredential')}
        onClick={() => addCredential((id) => props.onChange?.(id))}
      >
        {t('action.add')}
      </Button>
    </Flex>
  );
}
