import { CodeOutlined, CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { exportEvidence } from '@jadegate/contract/session/session-evidence';
import { downloadRecording, downloadRecordingText } from '@jadegate/contract/session/session-recording';
import { App, Button, Dropdown, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from '../../../api/download.ts';
import { Can } from '../../../components/Can.tsx';
import { copyText } from '../../../components/copy-text.ts';
import { SCREEN_COLOURS } from '../../../components/terminal/screen-colours.ts';
import { useCan } from '../../../hooks/account.ts';
import { useBranding } from '../../../hooks/branding.ts';
import { PlayerFrame } from './player/PlayerFrame.tsx';
import { PlayerCommands } from './PlayerCommands.tsx';
import { RecordingHits } from './RecordingHits.tsx';
import { RecordingLoader, type LoadedRecording } from './RecordingLoader.tsx';
import { playbackPath } from './session-path.ts';
import { useRecordingFinds } from './useRecordingFinds.ts';
import { useRecordingTicks } from './useRecordingTicks.ts';
import { useTerminalPlayback } from './useTerminalPlayback.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

import styles from '../../../components/session/SessionScreen.module.css';

/** A recorded terminal: played, searched, and linked to by the moment. */
export function TermPlaybackPage() {
  return <RecordingLoader player={Player} />;
}

function Player({ sessionId, outline, startAt }: LoadedRecording) {
  const { t } = useTranslation('session');
  const { t: words } = useTranslation('session-command');
  const { message } = App.useApp();
  const { clock, holder, terminal } = useTerminalPlayback(sessionId, outline, startAt);
  const { publicUrl } = useBranding();
  const [hasCommands, setHasCommands] = useState(false);
  const finds = useRecordingFinds(sessionId, clock);
  const ticks = useRecordingTicks(sessionId, finds.hits);
  const sought = finds.text;
  useEffect(() => terminal.current?.highlight(sought), [terminal, sought]);

  const copy = async (text: string, done: string) => {
    await copyText(text);
    message.success(done);
  };
  const link = () =>
    (publicUrl || window.location.origin) +
    playbackPath({ id: sessionId, mode: 'native' }, clock.state.position);

  return (
    <PlayerFrame
      outline={outline}
      clock={clock}
      ticks={ticks}
      onCopyLink={() => void copy(link(), t('player.linkCopied'))}
      tools={
        <>
          <Input.Search
            className={styles.search}
            size="small"
            allowClear
            placeholder={t('player.search')}
            aria-label={t('player.search')}
            onSearch={(typed, event) => {
              const text = typed.trim();
              if (text === '' || text !== sought) {
                finds.seek(text);
              } else {
                finds.step(
                  event?.nativeEvent instanceof KeyboardEvent && event.nativeEvent.shiftKey ? -1 : 1,
                );
              }
            }}
          />
          <Can any={['offline-session-command']}>
            <Button
              type="text"
              icon={<CodeOutlined aria-hidden />}
              aria-pressed={hasCommands && sought === ''}
              onClick={() => {
                setHasCommands(sought !== '' || !hasCommands);
                finds.seek('');
              }}
            >
              {words('action.toggle')}
            </Button>
          </Can>
          <ZoomButtons onZoom={(zoom) => terminal.current?.zoom(zoom)} />
          <Button
            type="text"
            icon={<CopyOutlined aria-hidden />}
            aria-label={t('player.copy')}
            title={t('player.copy')}
            onClick={() => void copy(terminal.current?.text() ?? '', t('player.copied'))}
          />
        </>
      }
      moreTools={<DownloadMenu sessionId={sessionId} />}
    >
      <div className={styles.stage} style={{ background: SCREEN_COLOURS.background }}>
        <div ref={holder} className={styles.holder} data-testid="screen" />
      </div>
      {/* One at a time: the screen needs the room. */}
      {hasCommands && sought === '' && (
        <PlayerCommands sessionId={sessionId} clock={clock} onClose={() => setHasCommands(false)} />
      )}
      {sought !== '' && <RecordingHits finds={finds} />}
    </PlayerFrame>
  );
}

function DownloadMenu({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('session');
  const can = useCan();
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
          ...(can('offline-session-evidence')
            ? [
                {
                  key: 'evidence',
                  label: t('action.exportEvidence'),
                  onClick: () => void download(exportEvidence, { params }),
                },
              ]
            : []),
        ],
      }}
    >
      <Button type="text" icon={<DownloadOutlined aria-hidden />}>
        {t('player.download')}
      </Button>
    </Dropdown>
  );
}
