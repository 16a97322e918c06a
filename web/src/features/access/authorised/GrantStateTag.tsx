import { ClockCircleOutlined, HourglassOutlined } from '@ant-design/icons';
import type { GrantState } from '@jadegate/contract/access/authorised';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';

const LOOKS = {
  active: { tone: 'success' },
  upcoming: { tone: 'default', icon: <HourglassOutlined aria-hidden /> },
  expired: { tone: 'error' },
  'outside-window': { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
} as const;

/** How a grant stands at this moment. */
export function GrantStateTag({ state }: { state: GrantState }) {
  const { t } = useTranslation('authorised');
  return <StatusTag {...LOOKS[state]}>{t(`state.${state}`)}</StatusTag>;
}
