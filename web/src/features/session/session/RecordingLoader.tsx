import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { useQuery } from '@tanstack/react-query';
import { Flex, Spin } from 'antd';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DeniedState } from '../../../components/DeniedState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Screen } from '../../../components/Screen.tsx';
import { momentOf } from './player/timeline.ts';
import { recordingQuery } from './session.queries.ts';

import styles from '../../../components/session/SessionScreen.module.css';

/** The recording that the address names, and the moment it points at. */
export interface LoadedRecording {
  sessionId: string;
  outline: RecordingOutline;
  startAt: number;
}

/** A page that plays the recording its address names, for those who may. */
export function RecordingLoader({ player }: { player: ComponentType<LoadedRecording> }) {
  const { t } = useTranslation('session');
  const [search] = useSearchParams();
  const sessionId = search.get('sessionId');
  if (sessionId === null) {
    return <Screen title={t('player.missing')} help={t('player.help')} />;
  }
  return (
    <Can any={['offline-session-playback']} otherwise={<DeniedState />}>
      <Loading key={sessionId} player={player} sessionId={sessionId} startAt={momentOf(search.get('at'))} />
    </Can>
  );
}

interface LoadingProps {
  player: ComponentType<LoadedRecording>;
  sessionId: string;
  startAt: number;
}

function Loading({ player: Player, sessionId, startAt }: LoadingProps) {
  const recording = useQuery({ ...recordingQuery(sessionId), meta: { errors: 'caller' } });
  if (recording.error) {
    return (
      <Flex align="center" justify="center" className={styles.page}>
        <LoadState {...recording} />
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
