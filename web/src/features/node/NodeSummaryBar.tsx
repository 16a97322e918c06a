import { useQuery } from '@tanstack/react-query';
import { Card, Flex, theme, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { formatSize } from '../../format/size.ts';
import { nodeSummaryQuery } from './node.queries.ts';

/** What there is in all, above the list. Nothing while there is nothing to sum up. */
export function NodeSummaryBar() {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { data } = useQuery(nodeSummaryQuery());
  if (!data || data.total === 0) {
    return null;
  }
  const { byStatus, maintenance, cpuAverage, cpuHighest, memUsed, memTotal, openChanges } = data;
  const down = byStatus.offline + byStatus['auth-failed'] + byStatus['host-key-changed'];
  const percent = (value: number | null) => (value === null ? '—' : `${Math.round(value)}%`);
  return (
    <Flex wrap gap={token.marginSM}>
      <Figure
        title={t('summary.online')}
        value={byStatus.online}
        detail={t('summary.ofAll', { count: data.total })}
      />
      <Figure
        title={t('summary.failing')}
        value={byStatus.degraded + down}
        detail={
          byStatus.offline > 0 ? (
            <Link to="/node?status=offline">{t('summary.offline', { count: byStatus.offline })}</Link>
          ) : (
            t('summary.maintenance', { count: maintenance })
          )
        }
      />
      <Figure
        title={t('summary.cpu')}
        value={percent(cpuAverage)}
        detail={t('summary.highest', { value: percent(cpuHighest) })}
      />
      <Figure
        title={t('summary.memory')}
        value={memTotal === 0 ? '—' : percent((memUsed / memTotal) * 100)}
        detail={memTotal === 0 ? '' : `${formatSize(memUsed)} / ${formatSize(memTotal)}`}
      />
      <Figure
        title={t('summary.changes')}
        value={openChanges}
        detail={
          openChanges > 0 ? <Link to="/node?changed=true">{t('summary.look')}</Link> : t('summary.noChanges')
        }
      />
    </Flex>
  );
}

function Figure({ title, value, detail }: { title: string; value: string | number; detail: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <Card size="small" style={{ flex: '1 1 150px' }}>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <div style={{ fontSize: token.fontSizeHeading3, fontVariantNumeric: 'tabular-nums' }}>{value}</div>
      <Typography.Text type="secondary" style={{ fontSize: token.fontSizeSM }}>
        {detail}
      </Typography.Text>
    </Card>
  );
}
