import type { AssetHost } from '@jadegate/contract/access/worker-asset';
import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatSize } from '../../../format/size.ts';

/** What the machine behind an asset is and how it does. Nothing where nobody knows. */
export function HostFacts({ host }: { host: AssetHost | null }) {
  const { t } = useTranslation('my-asset');
  const { token } = theme.useToken();
  if (!host) {
    return null;
  }
  const { status, threads, memBytes, gpuCount, gpuModel, cpuPct, memPct, seenAt } = host;
  const isOld = status === 'offline' || status === 'auth-failed' || status === 'host-key-changed';
  const use = (percent: number | null) => (percent === null || isOld ? '' : ` ${Math.round(percent)}%`);
  const parts = [
    threads === null ? '' : t('host.cpu', { count: threads }) + use(cpuPct),
    memBytes === null ? '' : t('host.memory', { size: formatSize(memBytes) }) + use(memPct),
    gpuCount === 0 ? '' : t('host.gpu', { count: gpuCount, model: gpuModel ?? 'GPU' }),
  ].filter((part) => part !== '');
  return (
    <Flex wrap gap={token.marginXXS} align="center" style={{ fontSize: token.fontSizeSM }}>
      <StatusTag tone={TONES[status]}>{t(`host.${status}`)}</StatusTag>
      <span style={{ color: token.colorTextSecondary }}>{parts.join(' · ')}</span>
      {isOld && seenAt !== null && (
        <span style={{ color: token.colorTextSecondary }}>
          <TimeText value={seenAt} />
        </span>
      )}
    </Flex>
  );
}

const TONES: Record<AssetHost['status'], StatusTone> = {
  unknown: 'default',
  online: 'success',
  degraded: 'warning',
  offline: 'error',
  'auth-failed': 'default',
  'host-key-changed': 'default',
};
