import { Slider, theme } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { drawnTicks, type Tick, type TickTone } from './ticks.ts';
import { clockText } from './timeline.ts';

import styles from './PlayerTrack.module.css';

interface PlayerTrackProps {
  position: number;
  durationMs: number;
  ticks: readonly Tick[];
  onSeek: (moment: number) => void;
}

/** Where the recording stands, and what happened when. The lists beside the player say the same to a screen reader. */
export function PlayerTrack({ position, durationMs, ticks, onSeek }: PlayerTrackProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const drawn = useMemo(() => drawnTicks(ticks, durationMs), [ticks, durationMs]);
  const colours: Record<TickTone, string> = {
    command: token.colorTextTertiary,
    warned: token.colorWarning,
    denied: token.colorError,
    hit: token.gold6,
  };
  return (
    <div className={styles.track}>
      <Slider
        className={styles.slider}
        ariaLabelForHandle={t('player.position')}
        min={0}
        max={durationMs}
        value={Math.round(position)}
        tooltip={{ formatter: (value) => clockText(value ?? 0) }}
        onChange={onSeek}
      />
      <div className={styles.ticks} aria-hidden>
        {drawn.map(({ at, label, tone, more }) => (
          <button
            key={at}
            type="button"
            tabIndex={-1}
            className={styles.tick}
            data-tone={tone}
            aria-label={label}
            title={`${clockText(at)} ${label}${more > 0 ? t('player.more', { count: more }) : ''}`}
            style={{ left: `${(at / Math.max(1, durationMs)) * 100}%`, color: colours[tone] }}
            onClick={() => onSeek(at)}
          />
        ))}
      </div>
    </div>
  );
}
