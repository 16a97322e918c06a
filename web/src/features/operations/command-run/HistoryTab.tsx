import { HistoryOutlined } from '@ant-design/icons';
import {
  RUN_KINDS,
  RUN_ORIGINS,
  RUN_STATES,
  type CommandRun,
} from '@jadegate/contract/operations/command-run';
import { RunQuery, type RunRow } from '@jadegate/contract/operations/run-history';
import { useQueryClient } from '@tanstack/react-query';
import { App, Flex, Segmented, theme } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { ListView } from '../../../components/list/ListView.tsx';
import { useList } from '../../../components/list/useList.ts';
import { RowActions } from '../../../components/RowActions.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { pastRunQuery, pastRunsQuery, type HistoryOf } from './command-run.queries.ts';
import { jobFromRun } from './run-again.ts';
import { runColumns } from './run.columns.tsx';
import { RunDrawer } from './RunDrawer.tsx';

interface HistoryTabProps {
  /** Fills the form with what was run. */
  onAgain: (run: CommandRun) => void;
}

/** What was run and sent: one's own, and for those who may play recordings that of everybody. */
export function HistoryTab({ onAgain }: HistoryTabProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const can = useCan();
  const [of, setOf] = useState<HistoryOf>('own');
  return (
    <Flex vertical gap={token.margin}>
      {can('offline-session-playback') && (
        <Segmented<HistoryOf>
          style={{ alignSelf: 'flex-start' }}
          options={(['own', 'all'] as const).map((value) => ({ value, label: t(`history.${value}`) }))}
          value={of}
          onChange={setOf}
        />
      )}
      <History key={of} of={of} onAgain={onAgain} />
    </Flex>
  );
}

function History({ of, onAgain }: HistoryTabProps & { of: HistoryOf }) {
  const { t } = useTranslation('command-run');
  const { message } = App.useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const shown = useOverlay<string>();
  const { state, result } = useList({
    schema: RunQuery,
    read: (query: RunQuery) => pastRunsQuery(of, query),
  });
  const { data, error, isFetching, refetch } = result;
  const again = async (id: string) => {
    try {
      onAgain(await client.query(pastRunQuery(id)));
    } catch (failure) {
      message.error(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const columns = runColumns(t, of, (row: RunRow) => (
    <RowActions
      name={row.script}
      inline={2}
      actions={[
        { key: 'open', label: t('action.open'), onClick: () => shown.open(row.id) },
        { key: 'again', label: t('action.again'), onClick: () => void again(row.id) },
        {
          key: 'job',
          label: t('action.saveAsJob'),
          access: ['job-add'],
          hidden: row.kind !== 'command',
          onClick: () => void navigate(jobFromRun(row.id)),
        },
      ]}
    />
  ));
  const filters = useMemo(
    () => [
      {
        name: 'kind' as const,
        label: t('column.kind'),
        options: RUN_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
      },
      {
        name: 'state' as const,
        label: t('column.state'),
        options: RUN_STATES.map((value) => ({ value, label: t(`runState.${value}`) })),
      },
      {
        name: 'origin' as const,
        label: t('column.origin'),
        options: RUN_ORIGINS.map((value) => ({ value, label: t(`origin.${value}`) })),
      },
      ...(of === 'all'
        ? [{ kind: 'person' as const, name: 'userName' as const, label: t('column.user') }]
        : []),
    ],
    [t, of],
  );
  if (data === undefined && error !== null) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data?.total === 0 && !state.isFiltered) {
    return (
      <EmptyState
        icon={<HistoryOutlined aria-hidden />}
        title={t('history.none')}
        description={t('history.noneHelp')}
      />
    );
  }
  return (
    <>
      <ListView
        name="command-run"
        columns={columns}
        nameOf={({ script }) => script}
        search={{ name: 'script', placeholder: t('placeholder.search') }}
        filters={filters}
        state={state}
        result={result}
      />
      <RunDrawer open={shown.isOpen} target={shown.target} onClose={shown.close} />
    </>
  );
}
