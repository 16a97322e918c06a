import { useQuery } from '@tanstack/react-query';
import { Empty, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { PersonText } from '../../../components/PersonText.tsx';
import { recordedCommandsQuery } from './command.queries.ts';
import { CommandRisk } from './CommandRisk.tsx';
import type { PlaybackClock } from './player/playback-clock.ts';
import { PlayerPanel } from './player/PlayerPanel.tsx';
import { clockText } from './player/timeline.ts';
import { usePlaybackValue } from './player/usePlayback.ts';

import styles from './CommandOutput.module.css';

interface PlayerCommandsProps {
  sessionId: string;
  clock: PlaybackClock;
  onClose: () => void;
}

/** The commands beside the player: the one that runs is marked, each leads to its moment. */
export function PlayerCommands({ sessionId, clock, onClose }: PlayerCommandsProps) {
  const { t } = useTranslation('session-command');
  const { token } = theme.useToken();
  const commands = useQuery({ ...recordedCommandsQuery(sessionId), meta: { errors: 'caller' } });
  const { data } = commands;
  const items = data?.items ?? [];
  const current = usePlaybackValue(
    clock,
    ({ position }) => items.findLast(({ offset }) => offset <= position)?.id,
  );
  return (
    <PlayerPanel title={t('title.player')} read={commands} onClose={onClose}>
      {data?.total === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('empty.session')} />}
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          className={styles.item}
          aria-current={item.id === current || undefined}
          style={item.id === current ? { background: token.colorFillSecondary } : undefined}
          onClick={() => void clock.seek(item.offset)}
        >
          <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {clockText(item.offset)}
          </Typography.Text>
          {item.isHidden ? (
            <Typography.Text className={styles.text} type="secondary" title={t('help.hidden')}>
              {t('hidden')}
            </Typography.Text>
          ) : (
            <code className={styles.text} title={item.command} style={{ fontFamily: token.fontFamilyCode }}>
              {item.command}
            </code>
          )}
          <Typography.Text className={styles.by} type="secondary">
            <PersonText name={item.typedByName} account={item.typedBy} />
          </Typography.Text>
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
    </PlayerPanel>
  );
}
