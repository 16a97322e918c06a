import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Select, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import type { PlaybackClock } from './playback-clock.ts';
import { PlayerTrack } from './PlayerTrack.tsx';
import type { Tick } from './ticks.ts';
import { clockText, SPEEDS } from './timeline.ts';
import { usePlaybackValue } from './usePlayback.ts';

import styles from '../../../../components/session/SessionScreen.module.css';

interface PlayerControlsProps {
  clock: PlaybackClock;
  ticks: readonly Tick[];
}

export function PlayerControls({ clock, ticks }: PlayerControlsProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const isPlaying = usePlaybackValue(clock, (state) => state.isPlaying);
  const speed = usePlaybackValue(clock, (state) => state.speed);
  const isSkippingIdle = usePlaybackValue(clock, (state) => state.isSkippingIdle);
  return (
    <Flex
      className={styles.controls}
      align="center"
      gap={16}
      style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
    >
      <Button
        type="primary"
        shape="circle"
        icon={isPlaying ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
        aria-label={isPlaying ? t('player.pause') : t('player.play')}
        onClick={() => clock.toggle()}
      />
      <Elapsed clock={clock} />
      <PlayerTrack clock={clock} ticks={ticks} />
      <Select
        aria-label={t('player.speed')}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        style={{ width: 84 }}
        onChange={(chosen) => clock.setSpeed(chosen)}
      />
      <Checkbox checked={isSkippingIdle} onChange={({ target }) => clock.skipIdle(target.checked)}>
        {t('player.skipIdle')}
      </Checkbox>
    </Flex>
  );
}

function Elapsed({ clock }: { clock: PlaybackClock }) {
  const text = usePlaybackValue(clock, ({ position }) => clockText(position));
  return (
    <span className={styles.time} role="timer">
      {text} / {clockText(clock.durationMs)}
    </span>
  );
}
