import type { FactorProof } from '@jadegate/contract/identity/second-factor';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Flex, Input, Modal, theme } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { recentProofQuery } from '../../../api/own-proof.ts';
import { provePasskey } from '../../../api/passkey.ts';
import { PasskeyButton } from '../../../components/PasskeyButton.tsx';
import { useSubmission } from '../../../components/useSubmission.ts';
import { useAccount } from '../../../hooks/account.ts';
import { useMakeRecoveryCodes, useResetTotp } from './account.queries.ts';

interface ModalProps {
  open: boolean;
  onClose: () => void;
}

export function DisableTotpModal({ open, onClose }: ModalProps) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const reset = useResetTotp();
  const { data, refetch } = useQuery({ ...recentProofQuery(), enabled: open });
  const handleProve = async (proof: FactorProof) => {
    try {
      await reset.mutateAsync(proof);
    } catch (error) {
      // What counted when the dialog opened may have run out since: it is asked for now.
      void refetch();
      throw error;
    }
    void message.success(t('message.totpRemoved'));
  };
  return (
    <FactorProofModal
      open={open}
      title={t('confirm.disableTotp.title')}
      help={t('confirm.disableTotp.help')}
      confirmLabel={t('action.disableTotp')}
      danger
      recentSeconds={data?.factorSeconds ?? 0}
      onProve={handleProve}
      onClose={onClose}
    />
  );
}

export function NewCodesModal({
  onCodes,
  ...modal
}: ModalProps & { onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('account');
  const make = useMakeRecoveryCodes();
  return (
    <FactorProofModal
      {...modal}
      title={t('confirm.newCodes.title')}
      help={t('confirm.newCodes.help')}
      confirmLabel={t('action.newCodes')}
      onProve={async (proof) => onCodes((await make.mutateAsync(proof)).recoveryCodes)}
    />
  );
}

interface FactorProofModalProps extends ModalProps {
  title: string;
  help: string;
  confirmLabel: string;
  danger?: boolean;
  /** How long a factor that was given before still counts, where that is enough. */
  recentSeconds?: number;
  onProve: (proof: FactorProof) => Promise<void>;
}

/** Changing a factor takes a current one: a code, a recovery code or a passkey, never the password; some take a recent one. */
function FactorProofModal(props: FactorProofModalProps) {
  const { open, title, help, confirmLabel, danger = false, recentSeconds = 0, onProve, onClose } = props;
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const account = useAccount();
  const id = useId();
  const [code, setCode] = useState('');
  const { isRunning, failure, submit, forgetFailure } = useSubmission(onClose);
  const isReady = recentSeconds > 0 || code.trim() !== '';

  const handleProve = () => isReady && void submit(() => onProve({ totp: code.trim() }));
  return (
    <Modal
      open={open}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger, disabled: !isReady }}
      cancelText={t('action.cancel')}
      confirmLoading={isRunning}
      onOk={() => handleProve()}
      onCancel={() => !isRunning && onClose()}
      afterClose={() => {
        setCode('');
        forgetFailure();
      }}
      width={480}
      destroyOnHidden
    >
      <Flex vertical gap={token.margin}>
        <div>{help}</div>
        {recentSeconds > 0 ? (
          <Alert
            type="info"
            showIcon
            title={t('proof.recentFactor', { count: Math.ceil(recentSeconds / 60) })}
          />
        ) : (
          <div>
            <label htmlFor={id} style={{ display: 'block', marginBottom: token.marginXS }}>
              {t('field.currentCode')}
            </label>
            <Input
              id={id}
              autoFocus
              autoComplete="one-time-code"
              maxLength={LIMITS.factorCode.max}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              onPressEnter={() => handleProve()}
            />
            {account?.hasPasskey === true && (
              <div style={{ marginTop: token.margin }}>
                <PasskeyButton
                  ask={provePasskey}
                  isBusy={isRunning}
                  onAnswer={(passkey) => void submit(() => onProve({ totp: '', passkey }))}
                />
              </div>
            )}
          </div>
        )}
        {failure !== undefined && <Alert type="error" showIcon role="alert" title={failure} />}
      </Flex>
    </Modal>
  );
}
