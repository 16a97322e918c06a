import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { CopyButton } from '../../../components/CopyButton.tsx';
import { ShownOnceModal } from './ShownOnceModal.tsx';

export interface MadeToken {
  name: string;
  token: string;
}

interface NewTokenModalProps {
  made: MadeToken;
  onClose: () => void;
}

/** The only time a token is seen. */
export function NewTokenModal({ made, onClose }: NewTokenModalProps) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  return (
    <ShownOnceModal title={t('token.made', { name: made.name })} warning={t('token.once')} onClose={onClose}>
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
    </ShownOnceModal>
  );
}
