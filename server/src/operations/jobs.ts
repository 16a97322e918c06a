import { join } from 'node:path';

import type { JobFunc, JobRunState } from '@jadegate/contract/operations/job';

import type { AccessModule } from '../access/module.ts';
import type { FilesModule } from '../files/module.ts';
import type { FleetModule } from '../fleet/module.ts';
import type { IdentityModule } from '../identity/module.ts';
import { Meter } from '../kernel/meter.ts';
import { Secret } from '../kernel/secret.ts';
import type { PlatformModule } from '../platform/module.ts';
import type { AlertService } from './alert/alert.service.ts';
import type { BackupService } from './backup/backup.service.ts';
import type { CommandRuns } from './command-run/command-run.service.ts';
import type { FullBackupService } from './full-backup/full-backup.service.ts';
import { FolderInSpace, FolderOnDisk } from './job/backup-places.ts';
import { BackupKind } from './job/backup.kind.ts';
import { CheckAssetsKind } from './job/check-assets.kind.ts';
import { CollectNodesKind } from './job/collect-nodes.kind.ts';
import { ensureDefaultJobs } from './job/default-jobs.ts';
import { refuseHeldRuns } from './job/held-runs.ts';
import { JobOwners } from './job/job-owners.ts';
import { JobRunKind } from './job/job-run.kind.ts';
import { JobRunRepository } from './job/job-run.repository.ts';
import { JobRunService } from './job/job-run.service.ts';
import { JobScheduler } from './job/job-scheduler.ts';
import { JobWatch } from './job/job-watch.ts';
import { JobRepository } from './job/job.repository.ts';
import { JobService } from './job/job.service.ts';
import { BackupWatch } from './job/late-backup-watch.ts';
import { RetentionKind } from './job/retention.kind.ts';
import { ShellKind } from './job/shell.kind.ts';
import { WholeBackups } from './job/whole-backups.ts';
import { RetentionService, type RetentionRule } from './retention/retention.service.ts';

export interface JobOptions {
  /** Where jobs put whole backups; `backups` of the data directory unless said otherwise. */
  backupTarget?: string | undefined;
  /** Seals the configuration that lies in them beside the database; without it, it does not. */
  backupPassphrase?: string | undefined;
  /** How long a job waits before it is tried again, where that is not ten seconds. */
  jobRetryMs?: number | undefined;
}

interface JobNeeds {
  platform: Pick<
    PlatformModule,
    'dataDir' | 'database' | 'vault' | 'audit' | 'settings' | 'clock' | 'logger' | 'processes' | 'work'
  >;
  identity: Pick<IdentityModule, 'users' | 'roles' | 'reauthentication'>;
  access: Pick<AccessModule, 'reachability'>;
  files: Pick<FilesModule, 'storages' | 'storageFiles' | 'storageTransfers'>;
  fleet: Pick<FleetModule, 'nodes'>;
  alerts: AlertService;
  backups: BackupService;
  fullBackups: FullBackupService;
  commandRuns: CommandRuns;
  retentionRules: readonly RetentionRule[];
  options: JobOptions;
}

/** What runs at its time: the kinds of jobs there are, and what they need of everybody else. */
export function createJobs({
  platform: { dataDir, database, vault, audit, settings, clock, logger, processes, work },
  identity: { users, roles, reauthentication },
  access: { reachability },
  files: { storages, storageFiles, storageTransfers },
  fleet: { nodes },
  alerts,
  backups,
  fullBackups,
  commandRuns,
  retentionRules,
  options,
}: JobNeeds) {
  const jobs = new JobRepository(database);
  const runs = new JobRunRepository(database);
  const owners = new JobOwners({ users, roles });
  const language = () => settings.get('language');
  const watch = new JobWatch({
    database,
    jobs,
    runs,
    audit,
    language,
    onChange: () => alerts.check('job-failed', 'job-paused', 'backup-late'),
  });
  const backupFigures = new BackupWatch({ jobs, fullBackups, clock });
  const retention = new RetentionService({
    settings,
    audit,
    clock,
    rules: [
      ...retentionRules,
      {
        name: 'jobLogs',
        limit: 'cron-log-saved-limit',
        removeOlder: (before, batch) => database.transact((tx) => runs.removeOlder(before, batch, tx)),
        countOlder: (before) => runs.countOlder(before),
      },
    ],
  });
  const ownFolder = join(dataDir, 'backups');
  const wholeBackups = new WholeBackups({
    fullBackups,
    dataDir,
    place: options.backupTarget ?? ownFolder,
    passphrase: options.backupPassphrase ? new Secret(options.backupPassphrase) : undefined,
  });
  const jobMeter = new Meter<JobFunc, JobRunState>();
  const runKind = new JobRunKind({
    database,
    jobs,
    runs,
    processes,
    owners,
    kinds: {
      'shell-job': new ShellKind({ jobs, commandRuns, language }),
      'check-asset-status-job': new CheckAssetsKind({ jobs, reachability, language }),
      'collect-node-job': new CollectNodesKind({ nodes, roles, language }),
      'retention-job': new RetentionKind({ retention, language }),
      'backup-job': new BackupKind({
        backups,
        vault,
        owners,
        storages,
        language,
        folderOnDisk: new FolderOnDisk(ownFolder),
        folderInSpace: (owner, id) => new FolderInSpace({ storageFiles, storageTransfers }, owner, id),
        wholeBackups,
      }),
    },
    clock,
    logger,
    language,
    onOwnerGone: (job) => watch.pause(job),
    onEnd: (func, state, seconds) => {
      jobMeter.observe(func, state, seconds);
      return watch.ended();
    },
    retryAfterMs: options.jobRetryMs,
  });
  work.declare(runKind);
  const jobScheduler = new JobScheduler({
    database,
    jobs,
    runs,
    runKind,
    work,
    processes,
    clock,
    logger,
    language,
    checks: [() => watch.check()],
  });
  return {
    retention,
    jobs: new JobService({
      database,
      vault,
      audit,
      reauthentication,
      storageFiles,
      owners,
      roles,
      clock,
      beforeDelete: async (ids, tx) => {
        await refuseHeldRuns(runs, ids, tx);
        for (const id of ids) {
          for (const run of await runs.listOpen(id, tx)) {
            await work.withdraw(runKind, run.id, tx);
          }
        }
      },
    }),
    jobRuns: new JobRunService({
      database,
      audit,
      users,
      owners,
      scheduler: jobScheduler,
      runKind,
      work,
      clock,
    }),
    jobScheduler,
    jobMeter,
    runningJobs: () => work.countOf(runKind),
    jobWatches: [...watch.watches, backupFigures.watch],
    backupFigures,
    isCheckedByJob: () => jobs.checksAll(),
    makeDefaultJobs: () => ensureDefaultJobs({ database, clock }),
    start: async () => {
      await fullBackups.sweep();
      jobScheduler.start();
    },
    close: () => jobScheduler.close(),
  };
}
