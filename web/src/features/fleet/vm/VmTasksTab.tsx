import { HistoryOutlined } from '@ant-design/icons';
import type { Vm, VmTask } from '@jadegate/contract/fleet/vm';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ACT_TONES } from '../../../components/act-tones.ts';
import { LoadState } from '../../../components/LoadState.tsx';
import { PagedTable } from '../../../components/PagedTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { UNKNOWN } from './vm-words.ts';
import { vmTaskQuery, vmTasksQuery } from './vm.queries.ts';

const PAGE_SIZE = 20;

/** What was done with a machine from here, by whom, and what became of it. */
export function VmTasksTab({ vm }: { vm: Vm }) {
  const { t } = useTranslation('vm');
  const [page, setPage] = useState(1);
  const log = useOverlay<VmTask>();
  const result = useQuery(vmTasksQuery(vm.id, page, PAGE_SIZE, vm.task !== null));
  return (
    <>
      <PagedTable<VmTask>
        result={result}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        empty={{
          icon: <HistoryOutlined aria-hidden />,
          title: t('empty.tasks'),
          description: t('empty.tasksHelp'),
        }}
        columns={[
          {
            key: 'startedAt',
            title: t('field.startedAt'),
            render: (_value, { startedAt }) => <TimeText value={startedAt} variant="exact" />,
          },
          {
            key: 'action',
            title: t('field.action'),
            render: (_value, { action, snapshot }) =>
              [t(`act.${action}`), snapshot].filter(Boolean).join(' '),
          },
          {
            key: 'state',
            title: t('field.result'),
            render: (_value, { state }) => (
              <StatusTag tone={ACT_TONES[state]}>{t(`taskState.${state}`)}</StatusTag>
            ),
          },
          {
            key: 'change',
            title: t('field.change'),
            render: (_value, { before, after }) =>
              [before, after].map((state) => (state === null ? UNKNOWN : t(`state.${state}`))).join(' → '),
          },
          { key: 'by', title: t('field.by'), render: (_value, { byName }) => byName },
          { key: 'reason', title: t('field.why'), render: (_value, { reason }) => reason || UNKNOWN },
          {
            key: 'log',
            title: t('field.log'),
            render: (_value, task) => (
              <Button size="small" type="link" onClick={() => log.open(task)}>
                {t('action.look')}
              </Button>
            ),
          },
        ]}
      />
      <Drawer
        open={log.isOpen}
        onClose={log.close}
        title={log.target ? t(`act.${log.target.action}`) : ''}
        destroyOnHidden
      >
        {log.target && <TaskLog vmId={vm.id} taskId={log.target.id} />}
      </Drawer>
    </>
  );
}

function TaskLog({ vmId, taskId }: { vmId: string; taskId: string }) {
  const { data, error, isFetching, refetch } = useQuery(vmTaskQuery(vmId, taskId));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return (
    <>
      {data.message !== '' && (
        <Alert type="error" showIcon title={data.message} style={{ marginBottom: 16 }} />
      )}
      <Timeline
        items={data.log.map(({ at, message, detail }, place) => ({
          key: place,
          content: (
            <>
              <div>{message}</div>
              {detail !== '' && <Typography.Text code>{detail}</Typography.Text>}
              <Typography.Text type="secondary">
                <TimeText value={at} variant="exact" />
              </Typography.Text>
            </>
          ),
        }))}
      />
    </>
  );
}
