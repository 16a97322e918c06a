import { ArrowLeftOutlined, StopOutlined } from '@ant-design/icons';
import { isJobRunOver } from '@jadegate/contract/operations/job';
import type { JobResult } from '@jadegate/contract/operations/job-run';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Collapse, Flex, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { durationText } from './duration-text.ts';
import { outputQuery, runQuery, useStopRun } from './job.queries.ts';
import { JobStateTag } from './JobStateTag.tsx';

import styles from './JobRunView.module.css';

interface JobRunViewProps {
  jobId: string;
  runId: string;
  onBack: () => void;
}

/** So few are opened by themselves. */
const UNFOLDED = 5;

/** One run: how it stands, and what each asset said, while it goes on and afterwards. */
export function JobRunView({ jobId, runId, onBack }: JobRunViewProps) {
  const { t } = useTranslation('job');
  const stop = useStopRun();
  /** What the reader opened or closed; the others open by themselves when their first output comes. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { data: run, error, isFetching, refetch } = useQuery(runQuery(jobId, runId));
  if (run === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const isOver = isJobRunOver(run.state);
  const withOutput = run.results.filter(({ outputLength }) => outputLength > 0).map(({ id }) => id);
  const unfolded = new Set(withOutput.slice(0, UNFOLDED));
  const opened = run.results.map(({ id }) => id).filter((id) => chosen.get(id) ?? unfolded.has(id));
  const choose = (ids: readonly string[]) =>
    setChosen((before) => {
      const changed = run.results.filter(({ id }) => ids.includes(id) !== opened.includes(id));
      return new Map([...before, ...changed.map(({ id }) => [id, ids.includes(id)] as const)]);
    });
  return (
    <Flex vertical gap={16}>
      <Flex gap={12} align="center" wrap>
        <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
          {t('action.allRuns')}
        </Button>
        <JobStateTag state={run.state} />
        <TimeText value={run.planned} variant="exact" />
        <Typography.Text type="secondary">{durationText(run.duration)}</Typography.Text>
        {run.total > 0 && <Typography.Text>{t('status.counts', run)}</Typography.Text>}
        {run.attempt > 1 && <Typography.Text>{t('status.attempt', { count: run.attempt })}</Typography.Text>}
        {!isOver && (
          <Can any={['job-run']}>
            <Button
              danger
              icon={<StopOutlined aria-hidden />}
              loading={stop.isPending}
              onClick={() => stop.mutate({ id: jobId, runId })}
            >
              {t('action.stop')}
            </Button>
          </Can>
        )}
      </Flex>
      {run.results.length === 0 && (
        <Typography.Paragraph className={styles.message}>{run.message}</Typography.Paragraph>
      )}
      {run.results.length > 0 && (
        <Collapse
          activeKey={opened}
          onChange={choose}
          items={run.results.map((result) => ({
            key: result.id,
            label: <ResultHead result={result} />,
            children: <ResultBody jobId={jobId} runId={runId} result={result} />,
          }))}
        />
      )}
    </Flex>
  );
}

function ResultHead({ result }: { result: JobResult }) {
  const { t } = useTranslation('job');
  const { assetName, state, exitCode, duration } = result;
  return (
    <Flex gap={12} align="center" wrap>
      <Typography.Text strong>{assetName}</Typography.Text>
      <JobStateTag state={state} />
      {exitCode !== null && <Typography.Text>{t('status.exitCode', { code: exitCode })}</Typography.Text>}
      <Typography.Text type="secondary">{durationText(duration)}</Typography.Text>
    </Flex>
  );
}

function ResultBody({ jobId, runId, result }: { jobId: string; runId: string; result: JobResult }) {
  const { t } = useTranslation('job');
  const { token } = theme.useToken();
  const isLive = result.state === 'waiting' || result.state === 'running';
  const place = { id: jobId, runId, resultId: result.id };
  const { data } = useQuery({ ...outputQuery(place, isLive), enabled: isLive || result.outputLength > 0 });
  const text = data?.text ?? '';
  return (
    <Flex vertical gap={8}>
      {result.reason !== '' && <Alert type="error" title={result.reason} />}
      {text === '' ? (
        <Typography.Text type="secondary">{t('status.noOutput')}</Typography.Text>
      ) : (
        <pre className={styles.text} style={{ background: token.colorFillQuaternary }} aria-live="polite">
          {text}
        </pre>
      )}
      {result.isCut && <Alert type="warning" showIcon title={t('help.cut')} />}
    </Flex>
  );
}
