import { exportRun, type CommandRun, type HostRun } from '@jadegate/contract/operations/command-run';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Collapse, Flex, Progress, theme } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { download } from '../../../api/download.ts';
import { Can } from '../../../components/Can.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { formatSize } from '../../../format/size.ts';
import { runQuery, useStop } from './command-run.queries.ts';
import { groupHosts } from './group-hosts.ts';
import { HostOutput } from './HostOutput.tsx';
import { jobFromRun } from './run-again.ts';

const TONES: Readonly<Record<HostRun['state'], StatusTone>> = {
  refused: 'error',
  waiting: 'default',
  running: 'processing',
  succeeded: 'success',
  failed: 'error',
  skipped: 'warning',
  stopped: 'warning',
  'timed-out': 'error',
  interrupted: 'error',
};

interface RunResultsProps {
  id: string;
  nameOf: (assetId: string) => string;
}

/** A run while it goes on and when it is over: what each host says, and which hosts say the same. */
export function RunResults({ id, nameOf }: RunResultsProps) {
  const query = useMemo(() => runQuery(id), [id]);
  const { data, error, refetch, isFetching } = useQuery(query);
  if (error !== null) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return data === undefined ? null : <Results run={data} nameOf={nameOf} />;
}

function Results({ run, nameOf }: { run: CommandRun; nameOf: (assetId: string) => string }) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const navigate = useNavigate();
  const stop = useStop();
  const isRunning = run.state === 'running';
  const done = run.hosts.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  const labelOf = (host: HostRun) => host.assetName || nameOf(host.assetId);
  return (
    <Flex vertical gap={token.margin}>
      <Flex align="center" gap={token.margin} wrap>
        <Progress
          style={{ flex: '1 1 200px' }}
          percent={run.hosts.length === 0 ? 0 : Math.round((done / run.hosts.length) * 100)}
          status={isRunning ? 'active' : 'normal'}
          format={() => t('result.progress', { done, total: run.hosts.length })}
          aria-label={t('title.progress')}
        />
        {isRunning ? (
          <Button danger loading={stop.isPending} onClick={() => stop.mutate(run.id)}>
            {t('action.stop')}
          </Button>
        ) : (
          <>
            {(['csv', 'json'] as const).map((format) => (
              <Button
                key={format}
                onClick={() => void download(exportRun, { params: { id: run.id }, query: { format } })}
              >
                {t(`action.${format}`)}
              </Button>
            ))}
            {run.kind === 'command' && (
              <Can any={['job-add']}>
                <Button onClick={() => void navigate(jobFromRun(run.id))}>{t('action.saveAsJob')}</Button>
              </Can>
            )}
          </>
        )}
      </Flex>
      {run.state === 'interrupted' && <Alert showIcon type="error" title={t('result.interrupted')} />}
      {isRunning ? <LiveHosts run={run} labelOf={labelOf} /> : <Groups run={run} labelOf={labelOf} />}
    </Flex>
  );
}

interface PartProps {
  run: CommandRun;
  labelOf: (host: HostRun) => string;
}

function renderOutput(runId: string) {
  return (host: HostRun) => <HostOutput runId={runId} host={host} />;
}

/** One line per host; the one that is opened shows what it prints. */
function LiveHosts({ run, labelOf }: PartProps) {
  const [shown, setShown] = useState<readonly string[]>([]);
  return (
    <HostTable
      hosts={run.hosts}
      labelOf={labelOf}
      file={run.file}
      {...(run.kind === 'command' && {
        expandable: {
          expandedRowKeys: shown,
          onExpandedRowsChange: (keys) => setShown(keys.map(String)),
          expandedRowRender: renderOutput(run.id),
        },
      })}
    />
  );
}

/** Hosts on which the same came out stand together; what differs from the largest group is marked. */
function Groups({ run, labelOf }: PartProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const groups = groupHosts(run.hosts);
  const usual = groups[0]?.hosts[0];
  return (
    <Collapse
      defaultActiveKey={groups.slice(0, 2).map(({ key }) => key)}
      items={groups.map(({ key, hosts }, index) => {
        const [first] = hosts;
        return {
          key,
          label:
            first && hosts.length === 1
              ? labelOf(first)
              : t('result.group', { count: hosts.length, names: hosts.slice(0, 5).map(labelOf).join('、') }),
          extra: first && <StatusTag tone={TONES[first.state]}>{t(`state.${first.state}`)}</StatusTag>,
          children: (
            <Flex vertical gap={token.margin}>
              {first && first.outputBytes > 0 && (
                <HostOutput runId={run.id} host={first} {...(index > 0 && { usual })} />
              )}
              <HostTable hosts={hosts} labelOf={labelOf} file={run.file} />
            </Flex>
          ),
        };
      })}
    />
  );
}

interface HostTableProps {
  hosts: readonly HostRun[];
  labelOf: (host: HostRun) => string;
  file: CommandRun['file'];
  expandable?: Parameters<typeof SmallTable<HostRun>>[0]['expandable'];
}

function HostTable({ hosts, labelOf, file, expandable }: HostTableProps) {
  const { t } = useTranslation('command-run');
  return (
    <SmallTable<HostRun>
      rowKey="assetId"
      dataSource={hosts}
      {...(expandable && { expandable })}
      columns={[
        { key: 'name', title: t('column.asset'), render: (_, host) => labelOf(host) },
        {
          key: 'state',
          title: t('column.state'),
          render: (_, { state }) => <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>,
        },
        file === null
          ? {
              key: 'exit',
              title: t('column.exit'),
              render: (_, { exitCode, signal }) => exitCode ?? (signal || '—'),
            }
          : {
              key: 'sent',
              title: t('column.sent'),
              render: (_, host) => <Sent host={host} of={file.bytes} />,
            },
        {
          key: 'time',
          title: t('column.time'),
          render: (_, { durationMs }) =>
            durationMs === null ? '—' : formatDuration(Math.ceil(durationMs / 1000)),
        },
        { key: 'message', title: t('column.reason'), render: (_, { message }) => message || '—' },
      ]}
    />
  );
}

/** How much of a file has left for a host. */
function Sent({ host: { state, sentBytes }, of }: { host: HostRun; of: number }) {
  const { t } = useTranslation('command-run');
  if (state !== 'running') {
    return sentBytes === 0 ? '—' : formatSize(sentBytes);
  }
  const percent = of === 0 ? 100 : Math.floor((sentBytes / of) * 100);
  return (
    <Progress
      size="small"
      percent={percent}
      style={{ width: 160, margin: 0 }}
      aria-label={t('column.sent')}
    />
  );
}
