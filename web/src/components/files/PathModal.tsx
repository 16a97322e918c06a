import { Alert, Flex, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useSubmission } from '../useSubmission.ts';

interface PathModalProps {
  open: boolean;
  title: string;
  label: string;
  okText: string;
  initial: string;
  /** A sentence when the text will not do. */
  check: (text: string) => string | undefined;
  onSubmit: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for one name or path. */
export function PathModal({ open, title, label, okText, initial, check, onSubmit, onClose }: PathModalProps) {
  const { t } = useTranslation('files');
  const [text, setText] = useState(initial);
  const { isRunning, failure, submit, forgetFailure } = useSubmission(onClose);
  const id = useId();
  const isSame = text === initial && initial !== '';
  const refusal = text === '' || isSame ? undefined : check(text);
  const problem = failure ?? refusal;

  const maySubmit = text !== '' && !isSame && refusal === undefined;
  const send = () => maySubmit && void submit(() => onSubmit(text));

  return (
    <Modal
      open={open}
      title={title}
      okText={okText}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: !maySubmit }}
      confirmLoading={isRunning}
      onOk={() => send()}
      onCancel={onClose}
      width={480}
      destroyOnHidden
    >
      <Flex vertical gap={8}>
        <label htmlFor={id}>{label}</label>
        <Input
          id={id}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          status={problem === undefined ? '' : 'error'}
          onChange={(event) => {
            setText(event.target.value);
            forgetFailure();
          }}
          onPressEnter={() => send()}
        />
        {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      </Flex>
    </Modal>
  );
}
