import { WORK_KINDS, type WorkRow, type WorkState } from '@jadegate/contract/operations/work';
import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useCancelWork, workQuery } from './monitoring.queries.ts';

const TONES: Record<WorkState, StatusTone> = { running: 'processing', waiting: 'default', failed: 'error' };

/** What goes on by itself at all servers, what waits for its turn or for another try, and what was given up. */
export function WorkList() {
  const { t } = useTranslation('monitoring');
  const { token } = theme.useToken();
  const can = useCan();
  const nameOf = useWorkName();
  const { data, error, isPending, isFetching, refetch } = useQuery(workQuery());
  if (error) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <Card title={t('work.title')} size="small">
      <Flex vertical gap={token.marginXS}>
        <Typography.Text type="secondary">{t('work.help')}</Typography.Text>
        <SmallTable<WorkRow>
          loading={isPending}
          dataSource={data?.items ?? []}
          locale={{ emptyText: t('work.empty') }}
          columns={[
            {
              title: t('work.kind'),
              render: (_, row) => (
                <Flex vertical>
                  {nameOf(row.kind)}
                  <Typography.Text type="secondary">{row.name}</Typography.Text>
                </Flex>
              ),
            },
            { title: t('work.person'), render: (_, { personName }) => personName || t('work.system') },
            { title: t('work.state'), render: (_, row) => <State row={row} /> },
            { title: t('work.server'), render: (_, { server }) => server || '—' },
            { title: t('work.at'), render: (_, { at }) => <TimeText value={at} /> },
            ...(can('monitoring-cancel')
              ? [
                  {
                    title: t('work.action'),
                    render: (_: unknown, row: WorkRow) => row.canCancel && <CancelButton row={row} />,
                  },
                ]
              : []),
          ]}
        />
        {data?.isCut && <Typography.Text type="secondary">{t('work.cut')}</Typography.Text>}
      </Flex>
    </Card>
  );
}

function State({ row: { state, attempt, problem } }: { row: WorkRow }) {
  const { t } = useTranslation('monitoring');
  return (
    <Flex vertical align="start">
      <StatusTag tone={TONES[state]}>{t(`work.states.${state}`)}</StatusTag>
      {problem !== '' && (
        <Typography.Text type="secondary">
          {t('work.problem', { problem })} · {t('work.tried', { tries: attempt })}
        </Typography.Text>
      )}
    </Flex>
  );
}

function CancelButton({ row: { id, kind, name } }: { row: WorkRow }) {
  const { t } = useTranslation('monitoring');
  const nameOf = useWorkName();
  const cancel = useCancelWork();
  return (
    <ConfirmButton
      size="small"
      title={t('work.cancel.title', { name: name || nameOf(kind) })}
      consequence={t('work.cancel.help')}
      confirmLabel={t('work.cancel.label')}
      onConfirm={() => cancel.mutateAsync(id)}
    >
      {t('work.cancel.label')}
    </ConfirmButton>
  );
}

/** A server of a newer version may know kinds of which we have no name. */
function useWorkName() {
  const { t } = useTranslation('monitoring');
  return (kind: string) => {
    const known = WORK_KINDS.find((one) => one === kind);
    return known ? t(`work.kinds.${known}`) : kind;
  };
}
