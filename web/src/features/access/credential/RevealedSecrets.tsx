import type {
  CredentialRow,
  CredentialSecretName,
  RevealedCredential,
} from '@jadegate/contract/access/credential';
import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { CopyButton } from '../../../components/CopyButton.tsx';
import { useCountdown } from '../../../hooks/useCountdown.ts';

export const SHOWN_SECONDS = 60;

const SECRETS_OF: Record<CredentialRow['type'], readonly CredentialSecretName[]> = {
  custom: ['password'],
  'private-key': ['privateKey', 'passphrase'],
};

interface RevealedSecretsProps {
  credential: CredentialRow;
  secrets: RevealedCredential;
  onExpire: () => void;
}

/** The secrets in clear, with the time that is left. */
export function RevealedSecrets({ credential, secrets, onExpire }: RevealedSecretsProps) {
  const { t } = useTranslation('credential');
  const { token } = theme.useToken();
  const left = useCountdown(SHOWN_SECONDS, onExpire);
  return (
    <Flex vertical gap={token.margin}>
      <span style={{ color: token.colorTextSecondary, fontVariantNumeric: 'tabular-nums' }} role="timer">
        {t('reveal.left', { count: left })}
      </span>
      {SECRETS_OF[credential.type].map((name) => (
        <section key={name} aria-label={t(`field.${name}`)}>
          <Flex justify="space-between" align="center">
            <strong>{t(`field.${name}`)}</strong>
            {secrets[name] !== '' && <CopyButton text={secrets[name]} />}
          </Flex>
          {secrets[name] === '' ? (
            <span style={{ color: token.colorTextSecondary }}>{t('reveal.notSet')}</span>
          ) : (
            <pre
              style={{
                margin: `${token.marginXXS}px 0 0`,
                padding: token.paddingSM,
                maxHeight: 280,
                overflow: 'auto',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
                fontFamily: token.fontFamilyCode,
                fontSize: token.fontSizeSM,
                background: token.colorFillQuaternary,
                borderRadius: token.borderRadius,
              }}
            >
              {secrets[name]}
            </pre>
          )}
        </section>
      ))}
    </Flex>
  );
}
