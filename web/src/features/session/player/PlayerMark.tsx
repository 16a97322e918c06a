import { TeamOutlined } from '@ant-design/icons';
import { readMark } from '@jadegate/contract/session-share';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

import type { RecordingMark } from './playback-clock.ts';

/** Long enough to be read at twice the speed. */
const SHOWN_MS = 5000;

interface PlayerMarkProps {
  mark: RecordingMark;
  position: number;
}

/** Who came, went or took the keyboard just now, in the time of the recording. */
export function PlayerMark({ mark, position }: PlayerMarkProps) {
  const { t } = useTranslation('session');
  const change = readMark(mark.label);
  if (!change || position - mark.at > SHOWN_MS) {
    return null;
  }
  const name = change.username;
  return (
    <Tag color="processing" icon={<TeamOutlined aria-hidden />} role="status">
      {change.kind === 'join'
        ? t(`player.mark.join.${change.mode}`, { name })
        : t(`player.mark.${change.kind}`, { name })}
    </Tag>
  );
}
