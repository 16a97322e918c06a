import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';
import { Alert, Button, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from './failure.ts';

interface PasskeyButtonProps {
  isBusy?: boolean;
  /** Asks the browser for one. */
  ask: () => Promise<PasskeyAnswer>;
  /** With what stands where a password would. Each answer is good once. */
  onAnswer: (passkey: PasskeyAnswer) => void;
}

/** Proves who one is with a passkey instead of something typed. */
export function PasskeyButton({ isBusy = false, ask, onAnswer }: PasskeyButtonProps) {
  const { t } = useTranslation('passkey');
  const { token } = theme.useToken();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const handleClick = async () => {
    setIsAsking(true);
    setFailure(undefined);
    try {
      onAnswer(await ask());
    } catch (error) {
      setFailure(readFailure(error).message);
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Flex vertical gap={token.marginXS} align="flex-start">
      <div style={{ color: token.colorTextSecondary }}>{t('proof.ask')}</div>
      <Button loading={isAsking || isBusy} onClick={() => void handleClick()}>
        {isAsking ? t('waiting') : t('action.prove')}
      </Button>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failure} />}
    </Flex>
  );
}
