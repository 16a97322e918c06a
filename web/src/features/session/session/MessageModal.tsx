import { LIMITS } from '@jadegate/contract/limits';
import { Alert, App, Flex, Input, Modal, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { useMessageSession } from './session.queries.ts';

interface MessageModalProps {
  open: boolean;
  sessionId: string;
  userName: string;
  onClose: () => void;
}

/** A few words to somebody in a live session. */
export function MessageModal({ open, sessionId, userName, onClose }: MessageModalProps) {
  const { t } = useTranslation('session');
  const { message } = App.useApp();
  const { token } = theme.useToken();
  const [text, setText] = useState('');
  const send = useMessageSession();
  const isBlank = text.trim() === '';

  const handleSend = () => {
    if (isBlank || send.isPending) {
      return;
    }
    send.mutate(
      { id: sessionId, text },
      {
        onSuccess: () => {
          message.success(t('message.sent'));
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open={open}
      title={t('title.message', { user: userName })}
      okText={t('action.send')}
      okButtonProps={{ disabled: isBlank }}
      confirmLoading={send.isPending}
      onOk={handleSend}
      onCancel={onClose}
      afterClose={() => {
        setText('');
        send.reset();
      }}
      destroyOnHidden
    >
      <Flex vertical gap={token.marginSM}>
        <Input
          autoFocus
          aria-label={t('field.message')}
          placeholder={t('field.message')}
          maxLength={LIMITS.sessionMessage.max}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={handleSend}
        />
        <Typography.Text type="secondary">{t('help.message')}</Typography.Text>
        {send.error && <Alert type="error" showIcon title={readFailure(send.error).message} role="alert" />}
      </Flex>
    </Modal>
  );
}
