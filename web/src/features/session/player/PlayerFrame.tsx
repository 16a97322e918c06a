import { LinkOutlined } from '@ant-design/icons';
import type { RecordingOutline } from '@jadegate/contract/session-recording';
import { Alert, Button, Flex, theme, Typography } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { personName } from '../../../components/person-name.ts';
import { exactTime } from '../../../components/relative-time.ts';
import { useHotkey } from '../../../hooks/useHotkey.ts';
import { PlayerControls } from './PlayerControls.tsx';
import { PlayerMark } from './PlayerMark.tsx';
import type { Tick } from './ticks.ts';
import type { Playback } from './usePlayback.ts';

import styles from '../../../components/session/SessionScreen.module.css';

interface PlayerFrameProps {
  outline: Pick<RecordingOutline, 'assetName' | 'userName' | 'userAccount' | 'startedAt' | 'durationMs'>;
  playback: Playback;
  /** What happened when, for the timeline. */
  ticks: readonly Tick[];
  onSeek: (moment: number) => void;
  /** Copies a link to the moment that is shown. */
  onCopyLink: () => void;
  /** In the bar, before and after the button that copies the link. */
  tools: ReactNode;
  moreTools: ReactNode;
  /** The screen, and what stands beside it. */
  children: ReactNode;
}

const JUMP_MS = 5000;

/** Around the screen of a recording: whose it is, where it stands, and the controls of its clock. */
export function PlayerFrame(props: PlayerFrameProps) {
  const { outline, playback, ticks, onSeek, onCopyLink, tools, moreTools, children } = props;
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const { state, clock } = playback;
  const position = state?.position ?? 0;

  useEffect(() => {
    document.title = outline.assetName;
  }, [outline.assetName]);

  const toggle = () => {
    if (clock.current?.state.isPlaying === true) {
      clock.current.pause();
    } else {
      void clock.current?.play();
    }
  };
  useHotkey(' ', toggle);
  useHotkey('ArrowLeft', () => onSeek(position - JUMP_MS));
  useHotkey('ArrowRight', () => onSeek(position + JUMP_MS));

  return (
    <main className={styles.page}>
      <Flex
        className={styles.bar}
        align="center"
        gap={8}
        style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
      >
        <Typography.Text strong ellipsis>
          {personName(outline.userName, outline.userAccount)} · {outline.assetName}
        </Typography.Text>
        <Typography.Text type="secondary" className={styles.time}>
          {exactTime(outline.startedAt + position)}
        </Typography.Text>
        {state?.mark && <PlayerMark mark={state.mark} position={position} />}
        <span className={styles.space} />
        {tools}
        <Button
          type="text"
          icon={<LinkOutlined aria-hidden />}
          aria-label={t('player.copyLink')}
          title={t('player.copyLink')}
          onClick={onCopyLink}
        />
        {moreTools}
      </Flex>
      {state?.failure !== undefined && (
        <Alert
          type="error"
          banner
          title={readFailure(state.failure).message}
          action={
            <Button size="small" onClick={() => onSeek(position)}>
              {t('player.retry')}
            </Button>
          }
        />
      )}
      <div className={styles.body}>{children}</div>
      {state !== undefined && (
        <PlayerControls
          state={state}
          durationMs={outline.durationMs}
          ticks={ticks}
          onToggle={toggle}
          onSeek={onSeek}
          onSpeed={(speed) => clock.current?.setSpeed(speed)}
          onSkipIdle={(isSkipping) => clock.current?.skipIdle(isSkipping)}
        />
      )}
    </main>
  );
}
