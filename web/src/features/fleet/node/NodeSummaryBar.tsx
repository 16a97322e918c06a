import { useQuery } from '@tanstack/react-query';
import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { FigureCard } from '../../../components/FigureCard.tsx';
import { formatSize } from '../../../format/size.ts';
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
      <FigureCard
        title={t('summary.online')}
        value={byStatus.online}
        detail={t('summary.ofAll', { count: data.total })}
      />
      <FigureCard
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
      <FigureCard
        title={t('summary.cpu')}
        value={percent(cpuAverage)}
        detail={t('summary.highest', { value: percent(cpuHighest) })}
      />
      <FigureCard
        title={t('summary.memory')}
        value={memTotal === 0 ? '—' : percent((memUsed / memTotal) * 100)}
        detail={memTotal === 0 ? '' : `${formatSize(memUsed)} / ${formatSize(memTotal)}`}
      />
      <FigureCard
        title={t('summary.changes')}
        value={openChanges}
        detail={
          openChanges > 0 ? <Link to="/node?changed=true">{t('summary.look')}</Link> : t('summary.noChanges')
        }
      />
    </Flex>
  );
}
