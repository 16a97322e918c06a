import { ClockCircleOutlined, CodeOutlined } from '@ant-design/icons';
import type { WorkerAsset } from '@jadegate/contract/access/worker-asset';
import { useTranslation } from 'react-i18next';

import { exactTime } from '../../../components/relative-time.ts';
import { StatusTag } from '../../../components/StatusTag.tsx';

const TONES = { up: 'success', down: 'error', unknown: 'default' } as const;

/** Whether the machine answers, and whether one may use it at this hour: one to four tags. */
export function UsableTag({ asset }: { asset: WorkerAsset }) {
  const { t } = useTranslation('my-asset');
  const { state, usableNow, usableFrom, usableUntil, commandsOnly } = asset;
  const exact = (iso: string) => exactTime(Date.parse(iso));
  return (
    <>
      <StatusTag tone={TONES[state]}>{t(`status.${state}`)}</StatusTag>
      {usableNow && commandsOnly && (
        <StatusTag icon={<CodeOutlined aria-hidden />}>{t('status.commandsOnly')}</StatusTag>
      )}
      {!usableNow && (
        <StatusTag tone="warning" icon={<ClockCircleOutlined aria-hidden />}>
          {usableFrom === null ? t('status.closed') : t('status.closedUntil', { time: exact(usableFrom) })}
        </StatusTag>
      )}
      {usableUntil !== null && (
        <StatusTag icon={<ClockCircleOutlined aria-hidden />}>
          {t('status.until', { time: exact(usableUntil) })}
        </StatusTag>
      )}
    </>
  );
}
