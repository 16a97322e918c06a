import { MessageOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface PaneMessageProps {
  /** The oldest first. */
  messages: readonly string[];
  onRead: () => void;
}

/** What an administrator says to the person. It stays until they say that they have read it. */
export function PaneMessage({ messages, onRead }: PaneMessageProps) {
  const { t } = useTranslation('session-frame');
  const [first] = messages;
  if (first === undefined) {
    return null;
  }
  const rest = messages.length - 1;
  return (
    <Alert
      banner
      showIcon
      role="alert"
      type="warning"
      icon={<MessageOutlined aria-hidden />}
      title={first}
      action={
        <Button size="small" type="primary" onClick={onRead}>
          {rest > 0 ? t('message.readMore', { count: rest }) : t('message.read')}
        </Button>
      }
    />
  );
}
