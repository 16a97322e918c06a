import { TeamOutlined } from '@ant-design/icons';
import { readMark } from '@jadegate/contract/session/session-share';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

import type { PlaybackClock } from './playback-clock.ts';
import { usePlaybackValue } from './usePlayback.ts';

/** Long enough to be read at twice the speed. */
const SHOWN_MS = 5000;

/** Who came, went or took the keyboard just now, in the time of the recording. */
export function PlayerMark({ clock }: { clock: PlaybackClock }) {
  const { t } = useTranslation('session');
  const label = usePlaybackValue(clock, ({ mark, position }) =>
    mark && position - mark.at <= SHOWN_MS ? mark.label : undefined,
  );
  const change = label === undefined ? undefined : readMark(label);
  if (!change) {
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
