import { CheckCircleOutlined } from '@ant-design/icons';
import { Button, Flex, Input, theme } from 'antd';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FieldLabelContext } from './form/form-context.ts';
import { SecretFileArea, type SecretInputProps } from './SecretFileArea.tsx';

interface SecretFieldProps extends SecretInputProps {
  /** A secret is kept already. It is never shown; leaving the field empty keeps it. */
  stored?: boolean;
  /** Keys and certificates: several lines, with a file picker. */
  multiline?: boolean;
}

/** Write-only input for a secret: what is stored shows as set and can be replaced, never read. */
export function SecretField({ stored = false, multiline = false, ...input }: SecretFieldProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const [isReplacing, setIsReplacing] = useState((input.value ?? '') !== '');

  if (stored && !isReplacing) {
    return <StoredSecret onReplace={() => setIsReplacing(true)} />;
  }

  // No native maxLength: it would cut a pasted secret short without a word. The form's check names the limit instead.
  const { maxLength, onChange, ...plain } = input;
  const keep = () => {
    onChange?.('');
    setIsReplacing(false);
  };
  return (
    <Flex vertical align="flex-start" gap={token.marginXXS}>
      {multiline ? (
        <SecretFileArea {...plain} maxLength={maxLength} onChange={onChange} autoFocus={stored} />
      ) : (
        <Input.Password
          {...plain}
          autoFocus={stored}
          // Keeps the browser from offering the person's own password for a machine.
          autoComplete="new-password"
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
      {stored && (
        <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={keep}>
          {t('secret.keep')}
        </Button>
      )}
    </Flex>
  );
}

function StoredSecret({ onReplace }: { onReplace: () => void }) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const label = useContext(FieldLabelContext) ?? '';
  return (
    <Flex align="center" gap={token.marginSM} style={{ minHeight: token.controlHeight }}>
      <Flex component="span" gap={token.marginXXS} style={{ color: token.colorTextSecondary }}>
        <CheckCircleOutlined aria-hidden style={{ color: token.colorSuccess }} />
        {t('secret.stored')}
      </Flex>
      <Button size="small" aria-label={t('secret.replaceNamed', { label })} onClick={onReplace}>
        {t('secret.replace')}
      </Button>
    </Flex>
  );
}
