import { useQuery } from '@tanstack/react-query';
import { Card, Flex, theme, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { formatSize } from '../../format/size.ts';
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
      <Figure
        title={t('state.running')}
        value={byState.running}
        detail={t('summary.ofAll', { count: total })}
      />
      <Figure
        title={t('state.stopped')}
        value={byState.stopped}
        detail={t('summary.paused', { count: byState.paused + byState.suspended })}
      />
      <Figure
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
      <Figure
        title={t('summary.given')}
        value={t('unit.vcpus', { count: vcpus })}
        detail={formatSize(memBytes)}
      />
      <Figure
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
