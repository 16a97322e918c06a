import type { Reauthentication } from '@jadegate/contract/identity/account';
import { LIMITS } from '@jadegate/contract/limits';
import { Button, Divider, Flex, Input, Segmented, theme } from 'antd';
import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { SOURCE_PROOF_CALLS } from '../../../api/own-proof.ts';
import { provePasskey } from '../../../api/passkey.ts';
import { PasskeyButton } from '../../../components/PasskeyButton.tsx';
import { SourceProof } from '../../../components/SourceProof.tsx';
import { useAccount } from '../../../hooks/account.ts';

interface ProofFormProps {
  isChecking: boolean;
  submitLabel: string;
  onProve: (proof: Reauthentication) => void;
  onCancel: () => void;
}

/** Asks for the password, or for a code or a passkey where the account has one. */
export function ProofForm({ isChecking, submitLabel, onProve, onCancel }: ProofFormProps) {
  const { t } = useTranslation('credential');
  const { token } = theme.useToken();
  const account = useAccount();
  const id = useId();
  const [method, setMethod] = useState<'password' | 'totp'>('password');
  const [text, setText] = useState('');

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text !== '' && !isChecking) {
      onProve(method === 'password' ? { password: text, totp: '' } : { password: '', totp: text.trim() });
    }
  };
  const input = {
    id,
    value: text,
    // The button of a passkey comes first where there is one.
    autoFocus: account?.hasPasskey !== true,
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
  };

  return (
    <form onSubmit={handleSubmit}>
      <Flex vertical gap={token.marginXS}>
        {account?.hasPasskey === true && (
          <>
            <PasskeyButton
              ask={provePasskey}
              isBusy={isChecking}
              onAnswer={(passkey) => onProve({ password: '', totp: '', passkey })}
            />
            <Divider plain style={{ margin: 0 }}>
              {t('proof.or')}
            </Divider>
          </>
        )}
        {(account?.enableTotp === true || account?.hasPasskey === true) && (
          <Segmented
            style={{ alignSelf: 'flex-start' }}
            value={method}
            options={(['password', 'totp'] as const).map((value) => ({
              value,
              label: t(`proof.${value}.short`),
            }))}
            onChange={(value) => {
              setMethod(value);
              setText('');
            }}
          />
        )}
        <label htmlFor={id}>{t(`proof.${method}.label`)}</label>
        {method === 'password' ? (
          <Input.Password
            {...input}
            key="password"
            maxLength={LIMITS.password.max}
            autoComplete="current-password"
          />
        ) : (
          <Input {...input} key="totp" maxLength={LIMITS.factorCode.max} autoComplete="one-time-code" />
        )}
        <SourceProof calls={SOURCE_PROOF_CALLS} onProven={() => onProve({ password: '', totp: '' })} />
        <Flex justify="flex-end" gap={token.marginXS} style={{ marginTop: token.marginSM }}>
          <Button onClick={onCancel}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={isChecking} disabled={text === ''}>
            {submitLabel}
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}
