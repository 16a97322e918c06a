import { NotificationOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import styles from './TerminalPage.module.css';

interface BroadcastButtonProps {
  assetName: string;
  isOn: boolean;
  onToggle: () => void;
}

/** In the header of a pane: whether it receives what is typed into the others. */
export function BroadcastButton({ assetName, isOn, onToggle }: BroadcastButtonProps) {
  const { t } = useTranslation('terminal');
  return (
    <Button
      type={isOn ? 'primary' : 'text'}
      size="small"
      icon={<NotificationOutlined aria-hidden />}
      aria-pressed={isOn}
      aria-label={`${t('broadcast.one')} ${assetName}`}
      title={t('broadcast.one')}
      onClick={onToggle}
    >
      {isOn ? <span className={styles.mark}>{t('broadcast.mark')}</span> : undefined}
    </Button>
  );
}
