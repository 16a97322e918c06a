import { TeamOutlined } from '@ant-design/icons';
import { readMark } from '@jadegate/contract/session-share';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

import type { PlayerState } from './recording-player.ts';

/** Long enough to be read at twice the speed. */
const SHOWN_MS = 5000;

interface PlayerMarkProps {
  mark: NonNullable<PlayerState['mark']>;
  position: number;
}

/** Who came, went or took the keyboard just now, in the time of the recording. */
export function PlayerMark({ mark, position }: PlayerMarkProps) {
  const { t } = useTranslation('session');
  const told = readMark(mark.label);
  if (!told || position - mark.at > SHOWN_MS) {
    return null;
  }
  const name = told.username;
  return (
    <Tag color="processing" icon={<TeamOutlined aria-hidden />} role="status">
      {told.kind === 'join'
        ? t(`player.mark.join.${told.mode}`, { name })
        : t(`player.mark.${told.kind}`, { name })}
    </Tag>
  );
}
