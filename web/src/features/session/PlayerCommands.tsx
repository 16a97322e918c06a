import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { sessionCommandsQuery } from './command.queries.ts';
import { CommandRisk } from './CommandRisk.tsx';
import { clockText } from './timeline.ts';

import styles from './CommandOutput.module.css';

interface PlayerCommandsProps {
  sessionId: string;
  position: number;
  onSeek: (moment: number) => void;
  onClose: () => void;
}

const SHOWN = 500;

/** The commands beside the player: the one that runs is marked, each leads to its moment. */
export function PlayerCommands({ sessionId, position, onSeek, onClose }: PlayerCommandsProps) {
  const { t } = useTranslation('session-command');
  const { token } = theme.useToken();
  const { data, isPending } = useQuery({
    ...sessionCommandsQuery(sessionId, { pageIndex: 1, pageSize: SHOWN }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const items = data?.items ?? [];
  const current = items.findLast(({ offset }) => offset <= position)?.id;
  return (
    <aside
      className={styles.pinned}
      aria-label={t('title.player')}
      style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
    >
      <div className={styles.head}>
        <Typography.Text strong style={{ flex: 1 }}>
          {t('title.player')}
        </Typography.Text>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('action.close')}
          onClick={onClose}
        />
      </div>
      <div className={styles.list}>
        {isPending && <Skeleton active />}
        {data?.total === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('empty.session')} />}
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            className={styles.item}
            aria-current={item.id === current || undefined}
            style={item.id === current ? { background: token.colorFillSecondary } : undefined}
            onClick={() => onSeek(item.offset)}
          >
            <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {clockText(item.offset)}
            </Typography.Text>
            <code className={styles.text} title={item.command} style={{ fontFamily: token.fontFamilyCode }}>
              {item.command}
            </code>
            {item.riskLevel > 0 && (
              <span className={styles.tag}>
                <CommandRisk {...item} />
              </span>
            )}
          </button>
        ))}
        {data !== undefined && data.total > items.length && (
          <Typography.Text type="secondary">{t('help.cut', { count: items.length })}</Typography.Text>
        )}
      </div>
    </aside>
  );
}
