import { CodeOutlined, CopyOutlined, DownloadOutlined, LinkOutlined } from '@ant-design/icons';
import {
  downloadRecording,
  downloadRecordingText,
  type RecordingOutline,
} from '@jadegate/contract/session-recording';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Dropdown, Flex, Input, Spin, theme, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { download } from '../../api/download.ts';
import { Can } from '../../components/Can.tsx';
import { copyText } from '../../components/copy-text.ts';
import { DeniedState } from '../../components/DeniedState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { readFailure } from '../../components/failure.ts';
import { exactTime } from '../../components/relative-time.ts';
import { Screen } from '../../components/Screen.tsx';
import { SCREEN_COLOURS } from '../../components/terminal/screen-colours.ts';
import { useBranding } from '../../hooks/branding.ts';
import { useHotkey } from '../../hooks/useHotkey.ts';
import { PlayerCommands } from './PlayerCommands.tsx';
import { PlayerControls } from './PlayerControls.tsx';
import { PlayerMark } from './PlayerMark.tsx';
import { RecordingHits } from './RecordingHits.tsx';
import { playbackPath } from './session-path.ts';
import { recordingQuery } from './session.queries.ts';
import { momentOf } from './timeline.ts';
import { usePlayer } from './usePlayer.ts';

import styles from '../../components/terminal/SessionScreen.module.css';

const JUMP_MS = 5000;

/** A recorded terminal: played, searched, and linked to by the moment. */
export function TermPlaybackPage() {
  const { t } = useTranslation('session');
  const [search] = useSearchParams();
  const sessionId = search.get('sessionId');
  if (sessionId === null) {
    return <Screen title={t('player.missing')} help={t('player.help')} />;
  }
  return (
    <Can any={['offline-session-playback']} otherwise={<DeniedState />}>
      <Playback key={sessionId} sessionId={sessionId} startAt={momentOf(search.get('at'))} />
    </Can>
  );
}

function Playback({ sessionId, startAt }: { sessionId: string; startAt: number }) {
  const recording = useQuery({ ...recordingQuery(sessionId), meta: { errors: 'caller' } });
  if (recording.error) {
    return (
      <Flex align="center" justify="center" className={styles.page}>
        <ErrorState
          error={recording.error}
          onRetry={() => void recording.refetch()}
          isRetrying={recording.isFetching}
        />
      </Flex>
    );
  }
  return recording.data === undefined ? (
    <Flex align="center" justify="center" className={styles.page}>
      <Spin />
    </Flex>
  ) : (
    <Player sessionId={sessionId} outline={recording.data} startAt={startAt} />
  );
}

interface PlayerProps {
  sessionId: string;
  outline: RecordingOutline;
  startAt: number;
}

function Player({ sessionId, outline, startAt }: PlayerProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const holder = useRef<HTMLDivElement>(null);
  const { state, parts } = usePlayer(sessionId, outline, holder, startAt);
  const { t: words } = useTranslation('session-command');
  const { publicUrl } = useBranding();
  const [sought, setSought] = useState('');
  const [hasCommands, setHasCommands] = useState(false);
  const position = state?.position ?? 0;

  useEffect(() => {
    document.title = outline.assetName;
  }, [outline.assetName]);

  const toggle = () => {
    const player = parts.current?.player;
    if (player?.state.isPlaying === true) {
      player.pause();
    } else {
      void player?.play();
    }
  };
  const seek = (moment: number) => void parts.current?.player.seek(moment);
  useHotkey(' ', toggle);
  useHotkey('ArrowLeft', () => seek(position - JUMP_MS));
  useHotkey('ArrowRight', () => seek(position + JUMP_MS));

  const copy = async (text: string, done: string) => {
    await copyText(text);
    message.success(done);
  };
  const link = () =>
    (publicUrl || window.location.origin) + playbackPath({ id: sessionId, mode: 'native' }, position);

  return (
    <main className={styles.page}>
      <Flex
        className={styles.bar}
        align="center"
        gap={8}
        style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
      >
        <Typography.Text strong ellipsis>
          {outline.userName} · {outline.assetName}
        </Typography.Text>
        <Typography.Text type="secondary" className={styles.time}>
          {exactTime(outline.startedAt + position)}
        </Typography.Text>
        {state?.mark && <PlayerMark mark={state.mark} position={position} />}
        <span className={styles.space} />
        <Input.Search
          className={styles.search}
          size="small"
          allowClear
          placeholder={t('player.search')}
          aria-label={t('player.search')}
          onSearch={(text) => setSought(text.trim())}
        />
        <Can any={['offline-session-command']}>
          <Button
            type="text"
            icon={<CodeOutlined aria-hidden />}
            aria-pressed={hasCommands && sought === ''}
            onClick={() => {
              setHasCommands(sought !== '' || !hasCommands);
              setSought('');
            }}
          >
            {words('action.toggle')}
          </Button>
        </Can>
        <Button
          type="text"
          icon={<CopyOutlined aria-hidden />}
          aria-label={t('player.copy')}
          title={t('player.copy')}
          onClick={() => void copy(parts.current?.terminal.text() ?? '', t('player.copied'))}
        />
        <Button
          type="text"
          icon={<LinkOutlined aria-hidden />}
          aria-label={t('player.copyLink')}
          title={t('player.copyLink')}
          onClick={() => void copy(link(), t('player.linkCopied'))}
        />
        <DownloadMenu sessionId={sessionId} />
      </Flex>
      {state?.failure !== undefined && (
        <Alert
          type="error"
          banner
          title={readFailure(state.failure).message}
          action={
            <Button size="small" onClick={() => seek(position)}>
              {t('player.retry')}
            </Button>
          }
        />
      )}
      <div className={styles.body}>
        <div className={styles.stage} style={{ background: SCREEN_COLOURS.background }}>
          <div ref={holder} className={styles.holder} data-testid="screen" />
        </div>
        {/* One at a time: the screen needs the room. */}
        {hasCommands && sought === '' && (
          <PlayerCommands
            sessionId={sessionId}
            position={position}
            onSeek={seek}
            onClose={() => setHasCommands(false)}
          />
        )}
        {sought !== '' && (
          <RecordingHits sessionId={sessionId} text={sought} onSeek={seek} onClose={() => setSought('')} />
        )}
      </div>
      {state !== undefined && (
        <PlayerControls
          state={state}
          durationMs={outline.durationMs}
          onToggle={toggle}
          onSeek={seek}
          onSpeed={(speed) => parts.current?.player.setSpeed(speed)}
          onSkipIdle={(isSkipping) => parts.current?.player.skipIdle(isSkipping)}
        />
      )}
    </main>
  );
}

function DownloadMenu({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('session');
  const params = { id: sessionId };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          {
            key: 'cast',
            label: t('player.downloadCast'),
            onClick: () => void download(downloadRecording, { params }),
          },
          {
            key: 'text',
            label: t('player.downloadText'),
            onClick: () => void download(downloadRecordingText, { params }),
          },
        ],
      }}
    >
      <Button type="text" icon={<DownloadOutlined aria-hidden />}>
        {t('player.download')}
      </Button>
    </Dropdown>
  );
}
