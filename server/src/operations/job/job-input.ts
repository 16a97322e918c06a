import { JOB_METADATA, type JobInput, type StoredJobMode } from '@jadegate/contract/operations/job';

import { AppError } from '../../kernel/app-error.ts';

/** What a form says, checked and as it is stored. */
export interface JobChange {
  name: string;
  func: JobInput['func'];
  cron: string;
  mode: StoredJobMode;
  tags: string;
  metadata: string;
  overlap: JobInput['overlap'];
  timeout_seconds: number;
  retries: number;
  failure_mail: JobInput['failureMail'];
}

/** Kinds that are not about assets have none. */
const ON_ASSETS: readonly JobInput['func'][] = ['shell-job', 'check-asset-status-job'];

export function readJobInput(input: JobInput): { change: JobChange; assetIds: string[] } {
  const { name, func, cron, overlap, retries } = input;
  const mode = ON_ASSETS.includes(func) ? storedMode(input.mode) : 'all';
  const assetIds = mode === 'custom' ? input.resourceIds : [];
  const tags = mode === 'tag' ? input.tags : [];
  if (mode === 'custom' && assetIds.length === 0) {
    throw new AppError('job.assets_missing', { fields: ['resourceIds'] });
  }
  if (mode === 'tag' && tags.length === 0) {
    throw new AppError('job.tags_missing', { fields: ['tags'] });
  }
  const change = {
    name,
    func,
    cron,
    mode,
    tags: tags.join(','),
    metadata: readMetadata(input),
    overlap,
    timeout_seconds: input.timeoutSeconds,
    retries,
    failure_mail: input.failureMail,
  };
  return { change, assetIds };
}

/** The family's jobs can run a script on the server itself. Nobody who may make jobs becomes the server here. */
function storedMode(mode: JobInput['mode']): StoredJobMode {
  if (mode === 'self') {
    throw new AppError('job.self_refused', { fields: ['mode'] });
  }
  return mode;
}

function readMetadata({ func, metadata }: JobInput): string {
  const fields = ['metadata'];
  let value: unknown;
  try {
    value = JSON.parse(metadata === '' || metadata === '-' ? '{}' : metadata);
  } catch (cause) {
    throw new AppError('job.metadata_invalid', { fields, cause });
  }
  const read = JOB_METADATA[func].safeParse(value);
  if (!read.success) {
    throw new AppError('job.metadata_invalid', { fields, cause: read.error });
  }
  return JSON.stringify(read.data);
}
