import {
  changeJobStatus,
  clearJobLogs,
  createJob,
  deleteJobs,
  executeJob,
  getJob,
  listAllJobs,
  listJobLogs,
  listJobs,
  previewCron,
  updateJob,
} from '@jadegate/contract/operations/job';
import {
  getJobRun,
  listJobRuns,
  readJobOutput,
  startJobRun,
  stopJobRun,
} from '@jadegate/contract/operations/job-run';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
import type { JobRunService } from './job-run.service.ts';
import type { JobService } from './job.service.ts';

interface Services {
  jobs: JobService;
  jobRuns: JobRunService;
}

export function jobRoutes(api: Api, { jobs, jobRuns }: Services): void {
  api.on(listJobs, ({ query }) => jobs.list(query));
  api.on(listAllJobs, async () => (await jobs.list(LONGEST_PAGE)).items);
  api.on(previewCron, async ({ query }) => jobs.preview(query.cron));
  api.on(getJob, ({ params }) => jobs.get(params.id));
  api.on(createJob, async ({ actor, body }) => {
    await jobs.create(actor, body);
    return '' as const;
  });
  api.on(updateJob, ({ actor, params, body }) => jobs.update(actor, params.id, body));
  api.on(changeJobStatus, async ({ actor, params, query }) => {
    await jobs.changeStatus(actor, params.id, query.status);
    return '' as const;
  });
  api.on(deleteJobs, ({ actor, params }) => jobs.delete(actor, params.ids));
  api.on(executeJob, async ({ actor, params }) => {
    await jobRuns.execute(actor, params.id);
    return '' as const;
  });
  api.on(listJobLogs, ({ params, query }) => jobRuns.logs(params.id, query));
  api.on(clearJobLogs, async ({ actor, params }) => {
    await jobRuns.clear(actor, params.id);
    return '' as const;
  });

  api.on(startJobRun, ({ actor, params }) => jobRuns.start(actor, params.id));
  api.on(listJobRuns, ({ params, query }) => jobRuns.list(params.id, query));
  api.on(getJobRun, ({ params }) => jobRuns.get(params.id, params.runId));
  api.on(readJobOutput, ({ params, query }) =>
    jobRuns.output(params.id, params.runId, params.resultId, query.from),
  );
  api.on(stopJobRun, ({ actor, params }) => jobRuns.stop(actor, params.id, params.runId));
}
