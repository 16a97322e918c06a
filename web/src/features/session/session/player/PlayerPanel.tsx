import { CloseOutlined } from '@ant-design/icons';
import { Button, Skeleton, theme, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ErrorState } from '../../../../components/ErrorState.tsx';

import styles from '../../../../components/session/SessionScreen.module.css';

interface PlayerPanelProps {
  title: string;
  /** How it is with what the panel shows. */
  read: { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  onClose: () => void;
  children: ReactNode;
}

/** A list beside the player; below it where there is no room beside. */
export function PlayerPanel({ title, read, onClose, children }: PlayerPanelProps) {
  const { t } = useTranslation('session-command');
  const { token } = theme.useToken();
  return (
    <aside
      className={styles.panel}
      aria-label={title}
      style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
    >
      <div className={styles.panelHead}>
        <Typography.Text strong style={{ flex: 1 }}>
          {title}
        </Typography.Text>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('action.close')}
          title={t('action.close')}
          onClick={onClose}
        />
      </div>
      <div className={styles.panelList}>
        {read.isPending && <Skeleton active />}
        {read.error !== null && (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
        )}
        {children}
      </div>
    </aside>
  );
}
