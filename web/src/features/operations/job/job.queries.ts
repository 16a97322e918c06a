import { listAssetOptions, listTags } from '@jadegate/contract/access/asset';
import { listAllStorages } from '@jadegate/contract/files/storage';
import { listNodeOptions } from '@jadegate/contract/fleet/node-endpoints';
import { getRun } from '@jadegate/contract/operations/command-run';
import {
  changeJobStatus,
  clearJobLogs,
  createJob,
  deleteJobs,
  getJob,
  isJobRunOver,
  listJobs,
  previewCron,
  updateJob,
  type JobInput,
  type JobQuery,
} from '@jadegate/contract/operations/job';
import {
  getJobRun,
  listJobRuns,
  readJobOutput,
  startJobRun,
  stopJobRun,
} from '@jadegate/contract/operations/job-run';
import { jobNameIn } from '@jadegate/contract/words/jobs';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';
import { currentLanguage } from '../../../i18n/index.ts';

const LIST_MS = 15_000;
const RUNS_MS = 3000;
/** While something runs. */
const LIVE_MS = 1000;

export function jobsQuery(query: JobQuery) {
  const language = currentLanguage();
  return queryOptions({
    queryKey: ['job', 'list', language, query],
    queryFn: async ({ signal }) => {
      const page = await call(listJobs, { query, signal });
      return { ...page, items: page.items.map((job) => ({ ...job, name: jobNameIn(job.name, language) })) };
    },
    refetchInterval: LIST_MS,
  });
}

/** Not kept when the form closes: an edit starts from what is stored now. */
export function jobQuery(id: string) {
  return queryOptions({
    queryKey: ['job', 'one', id],
    queryFn: ({ signal }) => call(getJob, { params: { id }, signal }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

export function cronQuery(cron: string) {
  return queryOptions({
    queryKey: ['cron', cron],
    queryFn: ({ signal }) => call(previewCron, { query: { cron }, signal }),
    meta: { errors: 'caller' },
  });
}

export function runsQuery(id: string, pageIndex: number, pageSize: number) {
  return queryOptions({
    queryKey: ['job', 'runs', id, pageIndex],
    queryFn: ({ signal }) => call(listJobRuns, { params: { id }, query: { pageIndex, pageSize }, signal }),
    refetchInterval: RUNS_MS,
    meta: { errors: 'caller' },
  });
}

export function runQuery(id: string, runId: string) {
  return queryOptions({
    queryKey: ['job', 'run', id, runId],
    queryFn: ({ signal }) => call(getJobRun, { params: { id, runId }, signal }),
    refetchInterval: ({ state }) => (state.data && isJobRunOver(state.data.state) ? false : LIVE_MS),
    meta: { errors: 'caller' },
  });
}

interface OutputPlace {
  id: string;
  runId: string;
  resultId: string;
}

/** All that was printed so far; asked again while more may come. */
export function outputQuery(place: OutputPlace, isLive: boolean) {
  return queryOptions({
    queryKey: ['job', 'output', place.runId, place.resultId, isLive],
    queryFn: ({ signal }) => call(readJobOutput, { params: { ...place }, query: { from: 0 }, signal }),
    refetchInterval: isLive ? LIVE_MS : false,
    meta: { errors: 'caller' },
  });
}

export function assetOptionsQuery(protocol: 'ssh' | undefined) {
  return queryOptions({
    queryKey: ['asset', 'options', protocol],
    queryFn: ({ signal }) => call(listAssetOptions, { query: { protocol }, signal }),
  });
}

export function tagsQuery() {
  return queryOptions({ queryKey: ['asset', 'tags'], queryFn: ({ signal }) => call(listTags, { signal }) });
}

export function nodeOptionsQuery() {
  return queryOptions({
    queryKey: ['node', 'options'],
    queryFn: ({ signal }) => call(listNodeOptions, { signal }),
    meta: { errors: 'caller' },
  });
}

export function storagesQuery() {
  return queryOptions({
    queryKey: ['storage', 'options'],
    queryFn: ({ signal }) => call(listAllStorages, { signal }),
  });
}

const TOUCHED = ['job'];
export type JobBody = z.input<typeof JobInput>;

export function useSaveJob(id: string | undefined) {
  return useChange(TOUCHED, (body: JobBody) =>
    id === undefined ? call(createJob, { body }) : call(updateJob, { params: { id }, body }),
  );
}

export function useChangeJobStatus() {
  return useChange(
    TOUCHED,
    ({ id, isOn }: { id: string; isOn: boolean }) =>
      call(changeJobStatus, { params: { id }, query: { status: isOn ? 'running' : 'not-running' } }),
    { errors: 'toast' },
  );
}

export function useStartJob() {
  return useChange(TOUCHED, (id: string) => call(startJobRun, { params: { id } }), { errors: 'toast' });
}

export function useStopRun() {
  return useChange(TOUCHED, (params: { id: string; runId: string }) => call(stopJobRun, { params }), {
    errors: 'toast',
  });
}

export function useDeleteJobs() {
  return useChange(TOUCHED, (ids: readonly string[]) =>
    inParts(ids, (part) => call(deleteJobs, { params: { ids: part } })),
  );
}

export function useClearJobLogs() {
  return useChange(TOUCHED, (id: string) => call(clearJobLogs, { params: { id } }));
}

/** A run of commands that is to become a job. */
export function pastRunQuery(id: string) {
  return queryOptions({
    queryKey: ['job', 'from-run', id],
    queryFn: ({ signal }) => call(getRun, { params: { id }, query: { after: 0 }, signal }),
  });
}
