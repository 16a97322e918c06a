import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Select, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import type { PlaybackState } from './playback-clock.ts';
import { PlayerTrack } from './PlayerTrack.tsx';
import type { Tick } from './ticks.ts';
import { clockText, SPEEDS, type Speed } from './timeline.ts';

import styles from '../../../components/session/SessionScreen.module.css';

interface PlayerControlsProps {
  state: PlaybackState;
  durationMs: number;
  ticks: readonly Tick[];
  onToggle: () => void;
  onSeek: (moment: number) => void;
  onSpeed: (speed: Speed) => void;
  onSkipIdle: (isSkipping: boolean) => void;
}

export function PlayerControls(props: PlayerControlsProps) {
  const { state, durationMs, ticks, onToggle, onSeek, onSpeed, onSkipIdle } = props;
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
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
        icon={state.isPlaying ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
        aria-label={state.isPlaying ? t('player.pause') : t('player.play')}
        onClick={onToggle}
      />
      <span className={styles.time} role="timer">
        {clockText(state.position)} / {clockText(durationMs)}
      </span>
      <PlayerTrack position={state.position} durationMs={durationMs} ticks={ticks} onSeek={onSeek} />
      <Select
        aria-label={t('player.speed')}
        value={state.speed}
        options={SPEEDS.map((speed) => ({ value: speed, label: `${speed}×` }))}
        style={{ width: 84 }}
        onChange={onSpeed}
      />
      <Checkbox checked={state.isSkippingIdle} onChange={({ target }) => onSkipIdle(target.checked)}>
        {t('player.skipIdle')}
      </Checkbox>
    </Flex>
  );
}
