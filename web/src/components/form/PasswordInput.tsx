import { KeyOutlined } from '@ant-design/icons';
import { Button, Flex, Input, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBranding } from '../../hooks/branding.ts';
import { CopyButton } from '../CopyButton.tsx';
import { generatePassword } from './generate-password.ts';

interface PasswordInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A password for somebody else: typed, or generated. What was generated is shown and can be copied until the form closes. */
export function PasswordInput({ value = '', onChange, ...input }: PasswordInputProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const { passwordMinLength } = useBranding();
  const [generated, setGenerated] = useState('');
  const isGenerated = value !== '' && value === generated;
  const generate = () => {
    const password = generatePassword(passwordMinLength);
    setGenerated(password);
    onChange?.(password);
  };
  return (
    <Flex gap={token.marginXS} align="center">
      <Input.Password
        {...input}
        value={value}
        autoComplete="new-password"
        style={isGenerated ? { fontFamily: token.fontFamilyCode } : undefined}
        {...(isGenerated && { visibilityToggle: { visible: true } })}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {isGenerated && <CopyButton text={value} size="middle" />}
      <Button icon={<KeyOutlined aria-hidden />} onClick={generate}>
        {t('password.generate')}
      </Button>
    </Flex>
  );
}
