import type { GpuHealthLevel, GpuRow, GpuUsage } from '@jadegate/contract/fleet/gpu';
import { Flex, Tag, theme, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';

const USAGE_TONES: Record<GpuUsage, StatusTone> = {
  free: 'success',
  held: 'warning',
  busy: 'processing',
  unknown: 'default',
};
const HEALTH_TONES: Record<GpuHealthLevel, StatusTone> = {
  ok: 'success',
  unknown: 'default',
  warn: 'warning',
  critical: 'error',
};

/** Whether somebody can have it, and where it is when not with its host. */
export function GpuUsageTag({ gpu: { usage, attach } }: { gpu: Pick<GpuRow, 'usage' | 'attach'> }) {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  return (
    <Flex gap={token.marginXXS} wrap>
      <Tooltip title={t(`usageHelp.${usage}`)}>
        <span>
          <StatusTag tone={USAGE_TONES[usage]}>{t(`usage.${usage}`)}</StatusTag>
        </span>
      </Tooltip>
      {attach !== 'host' && <Tag style={{ marginInlineEnd: 0 }}>{t(`attach.${attach}`)}</Tag>}
    </Flex>
  );
}

/** How well it is, and why not. */
export function GpuHealthTag({ gpu: { health, reasons } }: { gpu: Pick<GpuRow, 'health' | 'reasons'> }) {
  const { t } = useTranslation('gpu');
  const why = reasons.map(({ message, remedy }) => `${message} ${remedy}`).join('\n');
  return (
    <Tooltip title={why} styles={{ root: { whiteSpace: 'pre-line' } }}>
      <span>
        <StatusTag tone={HEALTH_TONES[health]}>{t(`health.${health}`)}</StatusTag>
      </span>
    </Tooltip>
  );
}
