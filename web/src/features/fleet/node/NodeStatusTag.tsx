import type { NodeRow } from '@jadegate/contract/fleet/node';
import type { NodeStatus } from '@jadegate/contract/node-status';
import { Flex, Tag, theme, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';

const TONES: Record<NodeStatus, StatusTone> = {
  unknown: 'default',
  online: 'success',
  degraded: 'warning',
  offline: 'error',
  'auth-failed': 'error',
  'host-key-changed': 'error',
};

/** How a node is, and why. */
export function NodeStatusTag({
  node,
}: {
  node: Pick<NodeRow, 'status' | 'problem' | 'failures' | 'lifecycle'>;
}) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { status, problem, failures, lifecycle } = node;
  const isFailing = failures > 0 && status !== 'offline' && status !== 'auth-failed';
  const why = [
    ...(isFailing ? [t('hint.failures', { count: failures })] : []),
    ...(problem ? [problem.message, problem.remedy] : []),
  ].join(' ');
  return (
    <Flex gap={token.marginXXS} wrap>
      <Tooltip title={why}>
        <span>
          <StatusTag tone={isFailing ? 'warning' : TONES[status]}>{t(`status.${status}`)}</StatusTag>
        </span>
      </Tooltip>
      {lifecycle !== 'active' && <Tag style={{ marginInlineEnd: 0 }}>{t(`lifecycle.${lifecycle}`)}</Tag>}
    </Flex>
  );
}
