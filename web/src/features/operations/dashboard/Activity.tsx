import {
  ACTIVITY_SPANS,
  type ActivitySpan,
  type DashboardActivity,
  type DashboardPresent,
} from '@jadegate/contract/operations/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Flex, Segmented, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { LineChart } from '../../../components/chart/LineChart.tsx';
import { BYTES, type Scale } from '../../../components/chart/scales.ts';
import { LoadState } from '../../../components/LoadState.tsx';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { Bars } from './Bars.tsx';
import { activityQuery } from './dashboard.queries.ts';
import { daysToFull } from './days-to-full.ts';

import styles from './Dashboard.module.css';

/** How the last days went: charts by day, and who and what was busiest. Comes after the page stands. */
export function Activity({ present }: { present: DashboardPresent | undefined }) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const [span, setSpan] = useState<ActivitySpan>('week');
  const { data, error, isFetching, refetch } = useQuery(activityQuery(span));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} rows={6} />;
  }
  const assetProtocols = present?.assetProtocols ?? null;
  if (data.logins === null && data.sessions === null && assetProtocols === null) {
    return null;
  }
  return (
    <Flex vertical gap={token.margin}>
      {(data.logins !== null || data.sessions !== null) && (
        <Segmented<ActivitySpan>
          value={span}
          onChange={setSpan}
          aria-label={t('span.label')}
          options={ACTIVITY_SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
          style={{ alignSelf: 'start' }}
        />
      )}
      <div className={styles.charts} style={{ gap: token.margin }}>
        <Charts activity={data} disk={present?.disk ?? null} />
      </div>
      <div className={styles.rankings} style={{ gap: token.margin }}>
        <Rankings activity={data} assetProtocols={assetProtocols} />
      </div>
    </Flex>
  );
}

interface ChartsProps {
  activity: DashboardActivity;
  disk: DashboardPresent['disk'];
}

function Charts({ activity: { starts, end, logins, sessions }, disk }: ChartsProps) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const number = (value: number) => value.toLocaleString(language);
  const counts: Scale = { format: number, axis: 'whole' };
  const day = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric' });
  const formatTime = (time: number) => day.format(time);
  const dayPath = (list: string) => (index: number) => {
    const range = new URLSearchParams({ from: starts[index] ?? '', to: starts[index + 1] ?? end });
    return `${list}?${range.toString()}`;
  };
  const left = disk && sessions ? daysToFull(disk.available, sessions.recordedBytes) : undefined;
  return (
    <>
      {sessions && (
        <LineChart
          title={t('chart.sessions')}
          times={starts}
          series={[
            { name: t('chart.opened'), values: sessions.opened },
            { name: t('chart.assets'), values: sessions.assets },
          ]}
          scale={counts}
          formatTime={formatTime}
          pathOf={dayPath('/offline-session')}
        />
      )}
      {logins && (
        <LineChart
          title={t('chart.logins')}
          times={starts}
          series={[
            { name: t('chart.succeeded'), values: logins.succeeded },
            { name: t('chart.failed'), values: logins.failed },
            { name: t('chart.people'), values: logins.people },
          ]}
          scale={counts}
          formatTime={formatTime}
          pathOf={dayPath('/login-log')}
        />
      )}
      {sessions && (
        <LineChart
          title={t('chart.recordings')}
          times={starts}
          series={[{ name: t('chart.recorded'), values: sessions.recordedBytes }]}
          scale={BYTES}
          formatTime={formatTime}
          pathOf={dayPath('/offline-session')}
          note={left === undefined ? undefined : t('chart.daysLeft', { count: left, days: number(left) })}
        />
      )}
    </>
  );
}

interface RankingsProps {
  activity: DashboardActivity;
  assetProtocols: DashboardPresent['assetProtocols'];
}

function Rankings({ activity: { starts, end, sessions }, assetProtocols }: RankingsProps) {
  const { t } = useTranslation('dashboard');
  const past = (filter: Record<string, string>) =>
    `/offline-session?${new URLSearchParams({ ...filter, from: starts[0] ?? '', to: end }).toString()}`;
  return (
    <>
      {sessions && (
        <>
          <Bars
            title={t('bars.assets')}
            empty={t('bars.none')}
            rows={sessions.busiestAssets.map(({ id, name, sessions: count }) => ({
              id,
              name,
              count,
              path: past({ assetId: id }),
            }))}
          />
          <Bars
            title={t('bars.people')}
            empty={t('bars.none')}
            rows={sessions.busiestPeople.map(({ id, name, sessions: count }) => ({
              id,
              name,
              count,
              path: past({ userId: id }),
            }))}
          />
          <Bars
            title={t('bars.protocols')}
            empty={t('bars.none')}
            rows={sessions.protocols.map(({ protocol, count }) => ({
              id: protocol,
              name: protocolLabel(protocol),
              count,
              path: past({ protocol }),
            }))}
          />
        </>
      )}
      {assetProtocols && (
        <Bars
          title={t('bars.assetProtocols')}
          empty={t('bars.noAssets')}
          rows={assetProtocols.map(({ protocol, count }) => ({
            id: protocol,
            name: protocolLabel(protocol),
            count,
            path: `/asset?protocol=${protocol}`,
          }))}
        />
      )}
    </>
  );
}
