import { Alert, Button, Flex, Modal, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ShownOnceModalProps {
  title: string;
  warning: string;
  onClose: () => void;
  children: ReactNode;
}

/** The only time a secret that was made is seen. It is in nobody's memory but this dialog's, and goes with it. */
export function ShownOnceModal({ title, warning, onClose, children }: ShownOnceModalProps) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  return (
    <Modal
      open
      title={title}
      width={600}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.done')}
        </Button>
      }
    >
      <Flex vertical gap={token.margin}>
        <Alert type="warning" showIcon title={warning} />
        {children}
      </Flex>
    </Modal>
  );
}
