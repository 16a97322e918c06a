import type { CommonServices } from './common-services.ts';
import type { LoginLogService } from './features/login-log/login-log.service.ts';
import type { RetentionRule } from './features/retention/retention.service.ts';
import type { NodeServices } from './node-services.ts';
import type { SessionServices } from './session-services.ts';

type Kept = Pick<SessionServices, 'sessions' | 'commandRuns'> &
  Pick<CommonServices, 'storageLogs'> &
  Pick<NodeServices, 'vmTasks' | 'nodePower'> & { loginLogs: LoginLogService };

/** What is removed when it has grown old, and the setting that says when. */
export function retentionRules(kept: Kept): RetentionRule[] {
  const { loginLogs, sessions, storageLogs, commandRuns, vmTasks, nodePower } = kept;
  return [
    {
      name: 'loginLogs',
      limit: 'login-log-saved-limit',
      removeOlder: (before, batch) => loginLogs.removeOlder(before, batch),
    },
    {
      name: 'storageLogs',
      limit: 'session-saved-limit',
      removeOlder: (before, batch) => storageLogs.removeOlder(before, batch),
    },
    {
      name: 'sessions',
      limit: 'session-saved-limit',
      removeOlder: (before, batch) => sessions.removeOlder(before, batch),
    },
    {
      name: 'commandRuns',
      limit: 'session-saved-limit',
      removeOlder: (before, batch) => commandRuns.removeOlder(before, batch),
    },
    {
      name: 'vmTasks',
      limit: 'machine-task-saved-limit',
      removeOlder: (before, batch) => vmTasks.removeOlder(before, batch),
    },
    {
      name: 'nodeActions',
      limit: 'machine-task-saved-limit',
      removeOlder: (before, batch) => nodePower.removeOlder(before, batch),
    },
  ];
}
