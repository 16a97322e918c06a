import type { CommandRun } from '@jadegate/contract/operations/command-run';
import type { FileRunInput } from '@jadegate/contract/operations/file-run';

import type { RunRequest } from './command-run.queries.ts';

/** What a run was asked for, to be asked for again. */
export function requestOf({ hosts, script, values, timeoutSeconds }: CommandRun): RunRequest {
  return {
    assetIds: hosts.map(({ assetId }) => assetId),
    script,
    ...(Object.keys(values).length > 0 && { values }),
    timeoutSeconds,
  };
}

export function fileRequestOf({ hosts, file, timeoutSeconds }: CommandRun): FileRunInput | undefined {
  if (file === null) {
    return undefined;
  }
  const { bytes: _bytes, checksum: _checksum, ...sending } = file;
  return { ...sending, assetIds: hosts.map(({ assetId }) => assetId), timeoutSeconds };
}

/** The page on which a run becomes a job. */
export function jobFromRun(id: string): string {
  return `/job?fromRun=${encodeURIComponent(id)}`;
}
