import type { StorageLogService } from '../files/storage-log/storage-log.service.ts';
import type { FleetModule } from '../fleet/module.ts';
import type { LoginLogService } from '../identity/login-log/login-log.service.ts';
import { SYSTEM_CALLER } from '../kernel/actor.ts';
import type { AuditArchiveService } from '../platform/audit/audit-archive.service.ts';
import type { SessionService } from '../session/session/session.service.ts';
import type { CommandRunService } from './command-run/command-run.service.ts';
import type { RetentionRule } from './retention/retention.service.ts';

interface Kept extends Pick<FleetModule, 'vmTasks' | 'nodePower'> {
  auditArchives: AuditArchiveService;
  loginLogs: LoginLogService;
  storageLogs: StorageLogService;
  sessions: SessionService;
  commandRuns: CommandRunService;
}

/** What is removed when it has grown old, and the setting that says when. */
export function retentionRules(kept: Kept): RetentionRule[] {
  const { loginLogs, sessions, storageLogs, commandRuns, vmTasks, nodePower, auditArchives } = kept;
  return [
    {
      name: 'auditLogs',
      limit: 'audit-log-saved-limit',
      // Not fewer than that: a file a day of few entries would make many files.
      removeOlder: (before, atLeast) => auditArchives.archivePart(SYSTEM_CALLER, before, { atLeast }),
    },
    {
      name: 'loginLogs',
      limit: 'login-log-saved-limit',
      removeOlder: (before, batch) => loginLogs.removeOlder(before, batch),
      countOlder: (before) => loginLogs.countOlder(before),
    },
    {
      name: 'storageLogs',
      limit: 'session-saved-limit',
      removeOlder: (before, batch) => storageLogs.removeOlder(before, batch),
      countOlder: (before) => storageLogs.countOlder(before),
    },
    {
      name: 'sessions',
      limit: 'session-saved-limit',
      removeOlder: (before, batch) => sessions.removeOlder(before, batch),
      countOlder: (before) => sessions.countOlder(before),
    },
    {
      name: 'commandRuns',
      limit: 'session-saved-limit',
      removeOlder: (before, batch) => commandRuns.removeOlder(before, batch),
      countOlder: (before) => commandRuns.countOlder(before),
      // With what each of their hosts printed.
      batch: 50,
    },
    {
      name: 'vmTasks',
      limit: 'machine-task-saved-limit',
      removeOlder: (before, batch) => vmTasks.removeOlder(before, batch),
      countOlder: (before) => vmTasks.countOlder(before),
    },
    {
      name: 'nodeActions',
      limit: 'machine-task-saved-limit',
      removeOlder: (before, batch) => nodePower.removeOlder(before, batch),
      countOlder: (before) => nodePower.countOlder(before),
    },
  ];
}
