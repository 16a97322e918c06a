import { Alert, Button, Flex, Modal, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { CopyButton } from '../../../components/CopyButton.tsx';

export interface MadeToken {
  name: string;
  token: string;
}

interface NewTokenModalProps {
  made: MadeToken;
  onClose: () => void;
}

/** The only time a token is seen. It is in nobody's memory but this dialog's, and goes with it. */
export function NewTokenModal({ made, onClose }: NewTokenModalProps) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  return (
    <Modal
      open
      title={t('token.made', { name: made.name })}
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
        <Alert type="warning" showIcon title={t('token.once')} />
        <Flex
          align="center"
          gap={token.marginXS}
          style={{
            padding: token.paddingSM,
            background: token.colorFillQuaternary,
            borderRadius: token.borderRadius,
          }}
        >
          <code
            aria-label={t('token.value')}
            style={{ flex: 1, fontFamily: token.fontFamilyCode, overflowWrap: 'anywhere' }}
          >
            {made.token}
          </code>
          <CopyButton text={made.token} type="default" size="middle" />
        </Flex>
      </Flex>
    </Modal>
  );
}
