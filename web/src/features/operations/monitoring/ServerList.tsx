import type { ServerRow, ServerState } from '@jadegate/contract/platform/server';
import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useCan } from '../../../hooks/account.ts';
import { serversQuery, useDrain } from './monitoring.queries.ts';

const TONES: Record<ServerState, StatusTone> = {
  serving: 'success',
  draining: 'warning',
  stopping: 'warning',
  silent: 'error',
};

/** The servers of this installation, and which of them take new sessions. */
export function ServerList() {
  const { t } = useTranslation('monitoring');
  const { token } = theme.useToken();
  const can = useCan();
  const { data, error, isPending, isFetching, refetch } = useQuery(serversQuery());
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const isAlone = data?.length === 1;
  return (
    <Card title={t('servers.title')} size="small">
      <SmallTable<ServerRow>
        loading={isPending}
        dataSource={data ?? []}
        columns={[
          {
            title: t('server'),
            render: (_, { name, address, isThis }) => (
              <Flex vertical>
                {isThis ? t('thisServer', { name }) : name}
                <Typography.Text type="secondary">{address}</Typography.Text>
              </Flex>
            ),
          },
          {
            title: t('servers.state'),
            render: (_, { state, seenAt }) => (
              <Flex gap={token.marginXS} align="center" wrap>
                <StatusTag tone={TONES[state]}>{t(`servers.states.${state}`)}</StatusTag>
                {state === 'silent' && (
                  <Typography.Text type="secondary">
                    {t('servers.seen')} <TimeText value={seenAt} />
                  </Typography.Text>
                )}
              </Flex>
            ),
          },
          { title: t('servers.sessions'), dataIndex: 'sessions', align: 'right' },
          { title: t('servers.version'), dataIndex: 'version' },
          { title: t('servers.startedAt'), render: (_, { startedAt }) => <TimeText value={startedAt} /> },
          ...(can('monitoring-drain')
            ? [
                {
                  title: t('servers.action'),
                  render: (_: unknown, row: ServerRow) => <DrainButton row={row} isAlone={isAlone} />,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function DrainButton({ row, isAlone }: { row: ServerRow; isAlone: boolean }) {
  const { t } = useTranslation('monitoring');
  const set = useDrain();
  const { id, state } = row;
  const name = row.address === '' ? row.name : `${row.name} ${row.address}`;
  if (state === 'draining') {
    return (
      <ConfirmButton
        size="small"
        danger={false}
        title={t('servers.resume.title', { name })}
        consequence={t('servers.resume.help')}
        confirmLabel={t('servers.resume.label')}
        onConfirm={() => set.mutateAsync({ id, drains: false })}
      >
        {t('servers.resume.label')}
      </ConfirmButton>
    );
  }
  return (
    <ConfirmButton
      size="small"
      title={t('servers.drain.title', { name })}
      consequence={t(isAlone ? 'servers.drain.alone' : 'servers.drain.help')}
      confirmLabel={t('servers.drain.label')}
      refusal={state === 'stopping' ? t('servers.drain.stopping') : undefined}
      onConfirm={() => set.mutateAsync({ id, drains: true })}
    >
      {t('servers.drain.label')}
    </ConfirmButton>
  );
}
