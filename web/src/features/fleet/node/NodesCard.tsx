import { NodeQuery } from '@jadegate/contract/fleet/node';
import { useQuery } from '@tanstack/react-query';
import { Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { SummaryCard, SummaryName } from '../../../components/SummaryCard.tsx';
import { formatSize } from '../../../format/size.ts';
import { nodesQuery, nodeSummaryQuery } from './node.queries.ts';
import { NodeStatusTag } from './NodeStatusTag.tsx';

const UNWELL = NodeQuery.parse({ attention: 'true', pageSize: 5, field: 'status', order: 'descend' });

/** For the dashboard: machines that need somebody, and what all have and use. Nothing where there are none. */
export function NodesCard() {
  return (
    <Can any={['node']}>
      <Card />
    </Can>
  );
}

function Card() {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const summary = useQuery(nodeSummaryQuery());
  const hasAny = (summary.data?.total ?? 0) > 0;
  const unwell = useQuery({ ...nodesQuery(UNWELL), enabled: hasAny });
  if (!summary.data || !hasAny) {
    return null;
  }
  const { byStatus, cpuAverage, memUsed, memTotal } = summary.data;
  const use = [
    t('card.online', { online: byStatus.online, total: summary.data.total }),
    cpuAverage === null ? '' : t('card.cpu', { percent: Math.round(cpuAverage) }),
    memTotal === 0 ? '' : t('card.memory', { used: formatSize(memUsed), total: formatSize(memTotal) }),
  ].filter((part) => part !== '');
  return (
    <Flex vertical gap={token.marginXS}>
      <SummaryCard
        title={t('card.title')}
        path="/node?attention=true"
        all={t('card.all')}
        empty={t('card.none')}
        result={unwell}
        renderRow={(node) => (
          <>
            <Link to={`/node/${node.id}`}>
              <SummaryName>{node.name}</SummaryName>
            </Link>
            <NodeStatusTag node={node} />
            <Typography.Text type="secondary">{node.problem?.message}</Typography.Text>
          </>
        )}
      />
      <Typography.Text type="secondary">{use.join(' · ')}</Typography.Text>
    </Flex>
  );
}
