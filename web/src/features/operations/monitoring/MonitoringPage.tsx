import { MONITORED_SPANS, type MonitoredSpan } from '@jadegate/contract/operations/monitoring';
import { useQuery } from '@tanstack/react-query';
import { Flex, Segmented, Select, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { monitoredServersQuery, systemFiguresQuery } from './monitoring.queries.ts';
import { ServerCharts } from './ServerCharts.tsx';
import { ServerList } from './ServerList.tsx';
import { SystemCards } from './SystemCards.tsx';
import { WorkList } from './WorkList.tsx';

/** How this server does now, and how it and the others did. */
export function MonitoringPage({ title }: { title: string }) {
  const { t } = useTranslation('monitoring');
  const { token } = theme.useToken();
  const [span, setSpan] = useState<MonitoredSpan>('hour');
  const [chosen, setChosen] = useState<string>();
  const now = useQuery(systemFiguresQuery());
  const history = useQuery(monitoredServersQuery(span));
  const servers = history.data ?? [];
  const server = servers.find(({ name }) => name === chosen) ?? servers[0];
  const charts = () => {
    if (!history.isSuccess) {
      return <LoadState {...history} rows={8} />;
    }
    return server ? (
      <ServerCharts server={server} span={span} />
    ) : (
      <EmptyState title={t('empty.title')} description={t('empty.help')} />
    );
  };
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} description={t('description')} />
      {now.error ? (
        <ErrorState error={now.error} onRetry={() => void now.refetch()} isRetrying={now.isFetching} />
      ) : (
        <SystemCards figures={now.data} />
      )}
      <ServerList />
      <WorkList />
      <Flex gap={token.margin} wrap align="center">
        <Segmented<MonitoredSpan>
          value={span}
          onChange={setSpan}
          aria-label={t('span.label')}
          options={MONITORED_SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        />
        {servers.length > 1 && (
          <Select
            aria-label={t('server')}
            value={server?.name}
            onChange={setChosen}
            popupMatchSelectWidth={false}
            options={servers.map(({ name, isThis }) => ({
              value: name,
              label: isThis ? t('thisServer', { name }) : name,
            }))}
          />
        )}
      </Flex>
      {charts()}
    </Flex>
  );
}
