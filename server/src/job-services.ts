import { join } from 'node:path';

import type { JobFunc, JobRunState } from '@jadegate/contract/operations/job';

import type { CommonServices } from './common-services.ts';
import type { ConnectionServices } from './connection-services.ts';
import type { NodeService } from './fleet/node/node.service.ts';
import type { Foundation } from './platform/foundation.ts';
import type { IdentityServices } from './identity-services.ts';
import { Meter } from './kernel/meter.ts';
import { Secret } from './kernel/secret.ts';
import type { BackupService } from './operations/backup/backup.service.ts';
import type { CommandRuns } from './operations/command-run/command-run.service.ts';
import { FullBackupService } from './operations/full-backup/full-backup.service.ts';
import { FolderInSpace, FolderOnDisk } from './operations/job/backup-places.ts';
import { BackupKind } from './operations/job/backup.kind.ts';
import { CheckAssetsKind } from './operations/job/check-assets.kind.ts';
import { CollectNodesKind } from './operations/job/collect-nodes.kind.ts';
import { ensureDefaultJobs } from './operations/job/default-jobs.ts';
import { JobOwners } from './operations/job/job-owners.ts';
import { JobRunKind } from './operations/job/job-run.kind.ts';
import { JobRunRepository } from './operations/job/job-run.repository.ts';
import { JobRunService } from './operations/job/job-run.service.ts';
import { JobScheduler } from './operations/job/job-scheduler.ts';
import { JobWatch } from './operations/job/job-watch.ts';
import { JobRepository } from './operations/job/job.repository.ts';
import { JobService } from './operations/job/job.service.ts';
import { BackupWatch } from './operations/job/late-backup-watch.ts';
import { RetentionKind } from './operations/job/retention.kind.ts';
import { ShellKind } from './operations/job/shell.kind.ts';
import { WholeBackups } from './operations/job/whole-backups.ts';
import { RetentionService, type RetentionRule } from './operations/retention/retention.service.ts';
import type { StorageServices } from './storage-services.ts';
import type { S3Options } from './storage/s3/s3-bucket.ts';
import { productVersion } from './version.ts';

export interface WholeBackupOptions {
  /** Where jobs put whole backups; `backups` of the data directory unless said otherwise. */
  backupTarget?: string | undefined;
  /** Seals the configuration that lies in them beside the database; without it, it does not. */
  backupPassphrase?: string | undefined;
}

type Parts = Foundation &
  IdentityServices &
  ConnectionServices &
  CommonServices &
  StorageServices &
  WholeBackupOptions & {
    backups: BackupService;
    databaseUrl?: string | undefined;
    s3?: S3Options | undefined;
    commandRuns: CommandRuns;
    nodes: NodeService;
    retentionRules: readonly RetentionRule[];
    /** For tests. */
    retryAfterMs?: number | undefined;
  };

export type JobServices = ReturnType<typeof createJobServices>;

/** What runs at its time: the kinds of jobs there are, and what they need of everybody else. */
export function createJobServices(parts: Parts) {
  const { database, settings, dataDir, alerts, work } = parts;
  const fullBackups = new FullBackupService({ ...parts, version: productVersion() });
  const jobs = new JobRepository(database);
  const runs = new JobRunRepository(database);
  const owners = new JobOwners(parts);
  const language = () => settings.get('language');
  const common = { ...parts, jobs, runs, owners, language };
  const watch = new JobWatch({
    ...common,
    onChange: () => alerts.check('job-failed', 'job-paused', 'backup-late'),
  });
  const backupFigures = new BackupWatch({ ...common, fullBackups });
  const jobMeter = new Meter<JobFunc, JobRunState>();
  const retention = new RetentionService({
    ...parts,
    rules: [
      ...parts.retentionRules,
      {
        name: 'jobLogs',
        limit: 'cron-log-saved-limit',
        removeOlder: (before, batch) => runs.removeOlder(before, batch),
      },
    ],
  });
  const runKind = new JobRunKind({
    ...common,
    kinds: {
      'shell-job': new ShellKind(common),
      'check-asset-status-job': new CheckAssetsKind(common),
      'collect-node-job': new CollectNodesKind(common),
      'retention-job': new RetentionKind({ retention, language }),
      'backup-job': new BackupKind({
        ...common,
        folderOnDisk: new FolderOnDisk(join(dataDir, 'backups')),
        wholeBackups: new WholeBackups({
          fullBackups,
          dataDir,
          place: parts.backupTarget ?? join(dataDir, 'backups'),
          passphrase: parts.backupPassphrase ? new Secret(parts.backupPassphrase) : undefined,
        }),
        folderInSpace: (owner, id) => new FolderInSpace(parts, owner, id),
      }),
    },
    onOwnerGone: (job) => watch.pause(job),
    onEnd: (func, state, seconds) => {
      jobMeter.tell(func, state, seconds);
      return watch.ended();
    },
  });
  work.declare(runKind);
  const scheduler = new JobScheduler({
    ...common,
    runKind,
    checks: [() => watch.check()],
  });
  return {
    fullBackups,
    retention,
    jobs: new JobService({
      ...common,
      beforeDelete: async (ids, tx) => {
        for (const id of ids) {
          for (const run of await runs.listOpen(id, tx)) {
            await work.withdraw(runKind, run.id, tx);
          }
        }
      },
    }),
    jobRuns: new JobRunService({ ...common, runKind, scheduler }),
    jobScheduler: scheduler,
    jobMeter,
    runningJobs: () => work.countOf(runKind),
    jobWatches: [...watch.watches, backupFigures.watch],
    backupFigures,
    start: async () => {
      await fullBackups.sweep();
      await ensureDefaultJobs(parts);
      scheduler.start();
    },
    close: () => scheduler.close(),
  };
}
