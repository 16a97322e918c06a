import { useQuery } from '@tanstack/react-query';
import { Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { FigureCard } from '../../../components/FigureCard.tsx';
import { formatSize } from '../../../format/size.ts';
import { vmSourcesQuery, vmSummaryQuery } from './vm.queries.ts';

/** What there is in all, above the list. Nothing while there is nothing to sum up. */
export function VmSummaryBar() {
  const { t } = useTranslation('vm');
  const { token } = theme.useToken();
  const { data } = useQuery(vmSummaryQuery());
  const { data: sources = [] } = useQuery(vmSourcesQuery());
  if (!data || data.total === 0) {
    return null;
  }
  const { byState, total, vcpus, memBytes } = data;
  const failing = sources.filter(({ fault, hypervisor }) => fault !== null && hypervisor !== '');
  return (
    <Flex wrap gap={token.marginSM}>
      <FigureCard
        title={t('state.running')}
        value={byState.running}
        detail={t('summary.ofAll', { count: total })}
      />
      <FigureCard
        title={t('state.stopped')}
        value={byState.stopped}
        detail={t('summary.paused', { count: byState.paused + byState.suspended })}
      />
      <FigureCard
        title={t('state.missing')}
        value={byState.missing}
        detail={
          byState.missing > 0 ? (
            <Link to="/vm?state=missing">{t('summary.look')}</Link>
          ) : (
            t('summary.allThere')
          )
        }
      />
      <FigureCard
        title={t('summary.given')}
        value={t('unit.vcpus', { count: vcpus })}
        detail={formatSize(memBytes)}
      />
      <FigureCard
        title={t('summary.hosts')}
        value={sources.filter(({ hypervisor }) => hypervisor !== '').length}
        detail={
          failing[0] ? (
            <Typography.Text type="danger" ellipsis={{ tooltip: failing[0].message }}>
              {`${failing[0].nodeName}：${failing[0].message}`}
            </Typography.Text>
          ) : (
            t('summary.allWell')
          )
        }
      />
    </Flex>
  );
}
