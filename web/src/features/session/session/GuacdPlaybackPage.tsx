import {
  CameraOutlined,
  DownloadOutlined,
  FullscreenOutlined,
  SafetyOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { exportEvidence } from '@jadegate/contract/session/session-evidence';
import { downloadRecording } from '@jadegate/contract/session/session-recording';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from '../../../api/download.ts';
import { Can } from '../../../components/Can.tsx';
import { copyText } from '../../../components/copy-text.ts';
import { saveFile } from '../../../components/save-text.ts';
import { toggleFullScreen } from '../../../components/session/full-screen.ts';
import { useBranding } from '../../../hooks/branding.ts';
import { desktopActsQuery } from './desktop-act.queries.ts';
import { DesktopActs } from './DesktopActs.tsx';
import { PlayerFrame } from './player/PlayerFrame.tsx';
import type { Tick } from './player/ticks.ts';
import { clockText } from './player/timeline.ts';
import { RecordingLoader, type LoadedRecording } from './RecordingLoader.tsx';
import { playbackPath } from './session-path.ts';
import { useActText } from './useActText.ts';
import { useDesktopPlayback } from './useDesktopPlayback.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

import styles from '../../../components/session/SessionScreen.module.css';

/** A recorded desktop: played, with what was done there, and linked to by the moment. */
export function GuacdPlaybackPage() {
  return <RecordingLoader player={Player} />;
}

function Player({ sessionId, outline, startAt }: LoadedRecording) {
  const { t } = useTranslation('session');
  const { message } = App.useApp();
  const { clock, holder, picture } = useDesktopPlayback(sessionId, outline, startAt);
  const { publicUrl } = useBranding();
  const [hasActs, setHasActs] = useState(false);
  const ticks = useActTicks(sessionId);
  const position = () => clock.state.position;

  const copyLink = async () => {
    const path = playbackPath({ id: sessionId, mode: 'guacd' }, position());
    await copyText((publicUrl || window.location.origin) + path);
    message.success(t('player.linkCopied'));
  };
  const saveStill = async () => {
    const canvas = await picture.current?.still();
    const name = `${outline.assetName}-${clockText(position()).replaceAll(':', '-')}.png`;
    canvas?.toBlob((content) => content && saveFile(name, content), 'image/png');
  };

  return (
    <PlayerFrame
      outline={outline}
      clock={clock}
      ticks={ticks}
      onCopyLink={() => void copyLink()}
      tools={
        <>
          <Button
            type="text"
            icon={<UnorderedListOutlined aria-hidden />}
            aria-pressed={hasActs}
            onClick={() => setHasActs(!hasActs)}
          >
            {t('act.title')}
          </Button>
          <ZoomButtons onZoom={(zoom) => picture.current?.zoom(zoom)} />
          <Button
            type="text"
            icon={<CameraOutlined aria-hidden />}
            aria-label={t('player.still')}
            title={t('player.still')}
            onClick={() => void saveStill()}
          />
        </>
      }
      moreTools={
        <>
          <Can any={['offline-session-evidence']}>
            <Button
              type="text"
              icon={<SafetyOutlined aria-hidden />}
              aria-label={t('action.exportEvidence')}
              title={t('action.exportEvidence')}
              onClick={() => void download(exportEvidence, { params: { id: sessionId } })}
            />
          </Can>
          <Button
            type="text"
            icon={<DownloadOutlined aria-hidden />}
            aria-label={t('player.downloadGuac')}
            title={t('player.downloadGuac')}
            onClick={() => void download(downloadRecording, { params: { id: sessionId } })}
          />
          <Button
            type="text"
            icon={<FullscreenOutlined aria-hidden />}
            aria-label={t('player.fullScreen')}
            title={t('player.fullScreen')}
            onClick={toggleFullScreen}
          />
        </>
      }
    >
      <div ref={holder} className={styles.desktop} data-testid="screen" />
      {hasActs && <DesktopActs sessionId={sessionId} clock={clock} onClose={() => setHasActs(false)} />}
    </PlayerFrame>
  );
}

/** The timeline's marks: what was copied, pasted, transferred and typed. */
function useActTicks(sessionId: string): Tick[] {
  const actText = useActText();
  // The marks are an extra: whoever opens the list is told what failed.
  const { data } = useQuery({ ...desktopActsQuery(sessionId), meta: { errors: 'caller' } });
  return useMemo(
    () =>
      (data?.acts ?? []).map((act) => ({
        at: act.at,
        label: actText(act),
        tone: act.isFailed ? 'denied' : act.kind === 'typed' ? 'command' : 'warned',
      })),
    [data, actText],
  );
}
