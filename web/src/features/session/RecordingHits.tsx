import { useQuery } from '@tanstack/react-query';
import { Empty, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { PlayerPanel } from './player/PlayerPanel.tsx';
import { clockText } from './player/timeline.ts';
import { recordingHitsQuery } from './session.queries.ts';

import styles from '../../components/session/SessionScreen.module.css';

interface RecordingHitsProps {
  sessionId: string;
  text: string;
  onSeek: (moment: number) => void;
  onClose: () => void;
}

/** The lines in which the text was seen; each leads to its moment. */
export function RecordingHits({ sessionId, text, onSeek, onClose }: RecordingHitsProps) {
  const { t } = useTranslation('session');
  const hits = useQuery({ ...recordingHitsQuery(sessionId, text), meta: { errors: 'caller' } });
  const { data } = hits;
  return (
    <PlayerPanel title={t('player.hits')} read={hits} onClose={onClose}>
      {data?.hits.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('player.noHits', { text })} />
      )}
      {data?.hits.map((hit, index) => (
        <button key={index} type="button" className={styles.hit} onClick={() => onSeek(hit.at)}>
          <Typography.Text type="secondary" className={styles.time}>
            {clockText(hit.at)}
          </Typography.Text>
          <code className={styles.hitText} title={hit.text}>
            {hit.text}
          </code>
        </button>
      ))}
      {data?.isCut === true && (
        <Typography.Text type="secondary">{t('player.cut', { count: data.hits.length })}</Typography.Text>
      )}
    </PlayerPanel>
  );
}
