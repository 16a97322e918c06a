import { useQuery } from '@tanstack/react-query';
import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { FigureCard } from '../../../components/FigureCard.tsx';
import { shareOf } from '../../../format/figure.ts';
import { formatSize } from '../../../format/size.ts';
import { gpuSummaryQuery } from './gpu.queries.ts';

const percent = (value: number | null) => (value === null ? '—' : `${Math.round(value)}%`);
const power = (watts: number) =>
  watts >= 1000 ? `${(watts / 1000).toFixed(1)} kW` : `${Math.round(watts)} W`;

/** What there is in all, above the list. Nothing while there is nothing to sum up. */
export function GpuSummaryBar() {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  const { data } = useQuery(gpuSummaryQuery());
  if (!data || data.total === 0) {
    return null;
  }
  const { byUsage, byHealth, utilAverage, memUsed, memTotal, powerW } = data;
  const sick = byHealth.critical + byHealth.warn;
  return (
    <Flex wrap gap={token.marginSM}>
      <FigureCard
        title={t('summary.free')}
        value={byUsage.free}
        detail={<Link to="/gpu-resource?usage=free">{t('summary.ofAll', { count: data.total })}</Link>}
      />
      <FigureCard
        title={t('summary.busy')}
        value={byUsage.busy}
        detail={t('summary.average', { value: percent(utilAverage) })}
      />
      <FigureCard
        title={t('summary.held')}
        value={byUsage.held}
        detail={
          byUsage.held > 0 ? (
            <Link to="/gpu-resource?usage=held&field=idle&order=ascend">{t('summary.look')}</Link>
          ) : (
            t('summary.noneHeld')
          )
        }
      />
      <FigureCard
        title={t('summary.memory')}
        value={percent(shareOf(memUsed, memTotal))}
        detail={`${formatSize(memUsed)} / ${formatSize(memTotal)}`}
      />
      <FigureCard title={t('summary.power')} value={power(powerW)} detail={t('summary.powerHelp')} />
      <FigureCard
        title={t('summary.sick')}
        value={sick}
        detail={
          byHealth.critical > 0 ? (
            <Link to="/gpu-resource?health=critical">
              {t('summary.critical', { count: byHealth.critical })}
            </Link>
          ) : byHealth.warn > 0 ? (
            <Link to="/gpu-resource?health=warn">{t('summary.look')}</Link>
          ) : (
            t('summary.allWell')
          )
        }
      />
    </Flex>
  );
}
