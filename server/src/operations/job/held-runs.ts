import type { Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { JobRunRepository } from './job-run.repository.ts';

/** For whoever deletes what these jobs did: none of it where some is on legal hold. */
export async function refuseHeldRuns(
  runs: JobRunRepository,
  jobIds: readonly string[],
  tx: Tx,
): Promise<void> {
  const held = await runs.findHeld(jobIds, tx);
  if (held) {
    throw new AppError('job.on_hold', { params: { name: held.name } });
  }
}
