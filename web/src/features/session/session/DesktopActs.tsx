import { useQuery } from '@tanstack/react-query';
import { Empty, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../../format/size.ts';
import { desktopActsQuery } from './desktop-act.queries.ts';
import type { PlaybackClock } from './player/playback-clock.ts';
import { PlayerPanel } from './player/PlayerPanel.tsx';
import { clockText } from './player/timeline.ts';
import { usePlaybackValue } from './player/usePlayback.ts';
import { useActText } from './useActText.ts';

import styles from './CommandOutput.module.css';

interface DesktopActsProps {
  sessionId: string;
  clock: PlaybackClock;
  onClose: () => void;
}

/** What was done at a recorded desktop, beside the player; each leads to its moment. */
export function DesktopActs({ sessionId, clock, onClose }: DesktopActsProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const actText = useActText();
  const read = useQuery({ ...desktopActsQuery(sessionId), meta: { errors: 'caller' } });
  const { acts = [], isCut = false } = read.data ?? {};
  const current = usePlaybackValue(clock, ({ position }) => acts.findLastIndex(({ at }) => at <= position));
  return (
    <PlayerPanel title={t('act.title')} read={read} onClose={onClose}>
      {read.data?.acts.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('act.none')} />
      )}
      {acts.map((act, index) => (
        <button
          key={index}
          type="button"
          className={styles.item}
          aria-current={index === current || undefined}
          style={index === current ? { background: token.colorFillSecondary } : undefined}
          onClick={() => void clock.seek(act.at)}
        >
          <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {clockText(act.at)}
          </Typography.Text>
          <Typography.Text
            className={styles.text}
            title={actText(act)}
            type={act.isFailed ? 'danger' : undefined}
          >
            {actText(act)}
          </Typography.Text>
          {act.bytes > 0 && (
            <Typography.Text className={styles.by} type="secondary">
              {formatSize(act.bytes)}
            </Typography.Text>
          )}
        </button>
      ))}
      {isCut && <Typography.Text type="secondary">{t('player.cut', { count: acts.length })}</Typography.Text>}
    </PlayerPanel>
  );
}
