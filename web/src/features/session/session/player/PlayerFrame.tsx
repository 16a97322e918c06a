import { LinkOutlined } from '@ant-design/icons';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { Alert, Button, Flex, Tag, theme, Tooltip, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../../components/failure.ts';
import { personName } from '../../../../components/person-name.ts';
import { exactTime } from '../../../../components/relative-time.ts';
import { usePageSubject } from '../../../../hooks/page-subject.ts';
import { useHotkey } from '../../../../hooks/useHotkey.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { PlayerControls } from './PlayerControls.tsx';
import { PlayerMark } from './PlayerMark.tsx';
import type { Tick } from './ticks.ts';
import { usePlaybackValue } from './usePlayback.ts';

import styles from '../../../../components/session/SessionScreen.module.css';

interface PlayerFrameProps {
  outline: Pick<
    RecordingOutline,
    'assetName' | 'userName' | 'userAccount' | 'startedAt' | 'durationMs' | 'isImported'
  >;
  clock: PlaybackClock;
  /** What happened when, for the timeline. */
  ticks: readonly Tick[];
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
  const { outline, clock, ticks, onCopyLink, tools, moreTools, children } = props;
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const failure = usePlaybackValue(clock, (state) => state.failure);

  usePageSubject(t('tabTitle.playback', { name: outline.assetName }));

  const jump = (by: number) => void clock.seek(clock.state.position + by);
  useHotkey(' ', () => clock.toggle());
  useHotkey('ArrowLeft', () => jump(-JUMP_MS));
  useHotkey('ArrowRight', () => jump(JUMP_MS));

  return (
    <main className={styles.page}>
      <Flex
        className={styles.bar}
        align="center"
        style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
      >
        <Typography.Text strong ellipsis>
          {personName(outline.userName, outline.userAccount)} · {outline.assetName}
        </Typography.Text>
        <TimeOfDay clock={clock} startedAt={outline.startedAt} />
        {outline.isImported && (
          <Tooltip title={t('imported.help')}>
            <Tag tabIndex={0}>{t('imported.tag')}</Tag>
          </Tooltip>
        )}
        <PlayerMark clock={clock} />
        <span className={styles.space} />
        <span className={styles.tools}>
          {tools}
          <Button
            type="text"
            icon={<LinkOutlined aria-hidden />}
            aria-label={t('player.copyLink')}
            title={t('player.copyLink')}
            onClick={onCopyLink}
          />
          {moreTools}
        </span>
      </Flex>
      {failure !== undefined && (
        <Alert
          type="error"
          banner
          title={readFailure(failure).message}
          action={
            <Button size="small" onClick={() => jump(0)}>
              {t('player.retry')}
            </Button>
          }
        />
      )}
      <div className={styles.body}>{children}</div>
      <PlayerControls clock={clock} ticks={ticks} />
    </main>
  );
}

/** When what is shown happened. */
function TimeOfDay({ clock, startedAt }: { clock: PlaybackClock; startedAt: number }) {
  const text = usePlaybackValue(clock, ({ position }) => exactTime(startedAt + position));
  return (
    <Typography.Text type="secondary" className={styles.time}>
      {text}
    </Typography.Text>
  );
}
