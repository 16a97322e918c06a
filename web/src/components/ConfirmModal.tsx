import { Alert, Flex, Input, Modal, theme } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';

import { ReasonField } from './ReasonField.tsx';
import { useSubmission } from './useSubmission.ts';

export interface ConfirmProps {
  /** Names the object: 「刪除憑證「web-01」？」 */
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: ReactNode;
  /** The verb on the button. */
  confirmLabel: string;
  /** For what cannot be undone: the button works only after this name is typed. */
  typeName?: string;
  /** Asks why, too; the server says where that is too little. */
  reason?: 'asked' | 'needed';
  danger?: boolean;
  /** The dialog closes when this succeeds, and shows why when it does not. */
  onConfirm: (reason: string) => Promise<unknown>;
}

interface ConfirmModalProps extends ConfirmProps {
  open: boolean;
  onClose: () => void;
}

/** Asks before an act that takes something away. */
export function ConfirmModal({ open, onClose, ...props }: ConfirmModalProps) {
  const { isRunning, failure, submit, forgetFailure } = useSubmission(onClose);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { t } = useTranslation('parts');
  const isReady = props.typeName === undefined || typed === props.typeName;

  const handleConfirm = () => isReady && void submit(() => props.onConfirm(reason));

  return (
    <Modal
      open={open}
      title={props.title}
      okText={props.confirmLabel}
      okButtonProps={{
        danger: props.danger ?? true,
        disabled: !isReady,
        autoFocus: props.typeName === undefined,
      }}
      cancelText={t('action.cancel')}
      cancelButtonProps={{ disabled: isRunning }}
      confirmLoading={isRunning}
      onOk={() => handleConfirm()}
      onCancel={() => !isRunning && onClose()}
      afterClose={() => {
        forgetFailure();
        setTyped('');
        setReason('');
      }}
      width={480}
      destroyOnHidden
    >
      <Consequence
        {...props}
        consequence={
          <>
            {props.consequence}
            {props.reason !== undefined && (
              <ReasonField value={reason} onChange={setReason} isNeeded={props.reason === 'needed'} />
            )}
          </>
        }
        error={failure}
        typed={typed}
        onType={setTyped}
        onEnter={() => handleConfirm()}
      />
    </Modal>
  );
}

interface ConsequenceProps extends Pick<ConfirmProps, 'consequence' | 'typeName'> {
  error: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onEnter: () => void;
}

function Consequence({ consequence, typeName, error, typed, onType, onEnter }: ConsequenceProps) {
  const { token } = theme.useToken();
  const id = useId();
  return (
    <Flex vertical gap={token.margin}>
      <div>{consequence}</div>
      {typeName !== undefined && (
        <div>
          <label htmlFor={id} style={{ display: 'block', marginBottom: token.marginXS }}>
            <Trans
              ns="parts"
              i18nKey="confirm.typeName"
              values={{ name: typeName }}
              components={{ name: <strong /> }}
            />
          </label>
          <Input
            id={id}
            autoFocus
            autoComplete="off"
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onPressEnter={onEnter}
          />
        </div>
      )}
      {error !== undefined && <Alert type="error" showIcon title={error} role="alert" />}
    </Flex>
  );
}
