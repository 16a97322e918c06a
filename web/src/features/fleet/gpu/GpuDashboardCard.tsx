import { useQuery } from '@tanstack/react-query';
import { Card, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { personName } from '../../../components/person-name.ts';
import { SummaryName, SummaryRows } from '../../../components/SummaryCard.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { shareOf } from '../../../format/figure.ts';
import { formatSize } from '../../../format/size.ts';
import { useCan } from '../../../hooks/account.ts';
import { gpuMapQuery, gpuSummaryQuery } from './gpu.queries.ts';
import { GpuMap } from './GpuMap.tsx';

const MOST_IDLE = 5;

/** Capacity and use of all GPUs, a small map of them, and which are held without computing. Nothing where there is none. */
export function GpuDashboardCard() {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  const mayLook = useCan()('gpu-resource');
  const { data } = useQuery({ ...gpuSummaryQuery(), enabled: mayLook });
  const hasAny = data !== undefined && data.total > 0;
  const { data: map } = useQuery({ ...gpuMapQuery(), enabled: mayLook && hasAny });
  if (!hasAny) {
    return null;
  }
  const { byUsage, memUsed, memTotal, idle, total } = data;
  const memory = Math.round(shareOf(memUsed, memTotal) ?? 0);
  return (
    <Card
      size="small"
      title={t('title.list')}
      extra={<Link to="/gpu-resource">{t('summary.ofAll', { count: total })}</Link>}
    >
      <Flex vertical gap={token.marginXS}>
        <Flex wrap gap={token.margin}>
          {(['free', 'busy', 'held', 'unknown'] as const).map((usage) => (
            <Link key={usage} to={`/gpu-resource?usage=${usage}`}>
              {`${t(`usage.${usage}`)} ${byUsage[usage]}`}
            </Link>
          ))}
          <Typography.Text type="secondary">
            {`${t('summary.memory')} ${memory}%（${formatSize(memUsed)} / ${formatSize(memTotal)}）`}
          </Typography.Text>
        </Flex>
        {map && <GpuMap map={map} figure="util" />}
        {idle.length > 0 && (
          <>
            <Typography.Text strong>{t('title.idle')}</Typography.Text>
            <SummaryRows
              rows={idle.slice(0, MOST_IDLE)}
              label={t('title.idle')}
              renderRow={({ id, nodeName, index, people, accounts, memUsed: held, idleSince }) => (
                <>
                  <Link to={`/gpu-resource/${id}`}>{`${nodeName} #${index ?? '—'}`}</Link>
                  <SummaryName>
                    {[...people.map((one) => personName(one.nickname, one.username)), ...accounts].join(
                      '、',
                    ) || '—'}
                  </SummaryName>
                  {held !== null && <span>{formatSize(held)}</span>}
                  {idleSince !== null && <TimeText value={idleSince} />}
                </>
              )}
            />
          </>
        )}
      </Flex>
    </Card>
  );
}
