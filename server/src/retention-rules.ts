import type { CommonServices } from './common-services.ts';
import type { LoginLogService } from './features/login-log/login-log.service.ts';
import type { RetentionRule } from './features/retention/retention.service.ts';
import type { SessionServices } from './session-services.ts';

type Kept = Pick<SessionServices, 'sessions' | 'commandRuns'> &
  Pick<CommonServices, 'storageLogs'> & { loginLogs: LoginLogService };

/** What is removed when it has grown old, and the setting that says when. */
export function retentionRules({ loginLogs, sessions, storageLogs, commandRuns }: Kept): RetentionRule[] {
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
  ];
}
