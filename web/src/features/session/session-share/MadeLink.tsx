import { CopyOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, App, Button, Flex, Input, Space, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { copyText } from '../../../components/copy-text.ts';

interface MadeLinkProps {
  link: string;
  onAnother: () => void;
}

/** The only time a link is seen: the server keeps a hash of it. */
export function MadeLink({ link, onAnother }: MadeLinkProps) {
  const { t } = useTranslation('session-share');
  const { message } = App.useApp();
  const { token } = theme.useToken();
  const copy = () =>
    copyText(link).then(
      () => void message.success(t('link.copied')),
      () => void message.warning(t('link.notCopied')),
    );
  return (
    <Flex vertical gap={token.marginSM}>
      <Alert type="success" showIcon title={t('link.made')} description={t('link.once')} />
      <Space.Compact block>
        <Input
          readOnly
          value={link}
          aria-label={t('link.label')}
          style={{ fontFamily: token.fontFamilyCode }}
          onFocus={(event) => event.target.select()}
        />
        <Button type="primary" icon={<CopyOutlined aria-hidden />} autoFocus onClick={() => void copy()}>
          {t('action.copy')}
        </Button>
      </Space.Compact>
      <Button
        type="link"
        icon={<PlusOutlined aria-hidden />}
        style={{ alignSelf: 'flex-start', paddingInline: 0 }}
        onClick={onAnother}
      >
        {t('action.another')}
      </Button>
    </Flex>
  );
}
