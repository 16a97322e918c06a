import * as accessGateway from './access-gateway.ts';
import * as accessSecurity from './access-security.ts';
import * as accessToken from './access-token.ts';
import * as account from './account.ts';
import * as assetImport from './asset-import.ts';
import * as assetReachability from './asset-reachability.ts';
import * as asset from './asset.ts';
import * as auditLog from './audit-log.ts';
import * as authorised from './authorised.ts';
import * as backup from './backup.ts';
import * as branding from './branding.ts';
import * as commandFilter from './command-filter.ts';
import * as commandRun from './command-run.ts';
import * as command from './command.ts';
import * as credential from './credential.ts';
import * as dashboard from './dashboard.ts';
import * as desktopRecording from './desktop-recording.ts';
import * as desktopSocket from './desktop-socket.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as fileRun from './file-run.ts';
import * as gpu from './gpu-endpoints.ts';
import * as hostKey from './host-key.ts';
import * as jobRun from './job-run.ts';
import * as job from './job.ts';
import * as loginLog from './login-log.ts';
import * as loginPolicy from './login-policy.ts';
import * as menu from './menu-endpoints.ts';
import * as monitoring from './monitoring.ts';
import * as nodeConnection from './node-connection.ts';
import * as node from './node-endpoints.ts';
import * as nodePower from './node-power.ts';
import * as notice from './notice.ts';
import * as overview from './overview.ts';
import * as ownLogin from './own-login.ts';
import * as ownProfile from './own-profile.ts';
import * as ownSession from './own-session.ts';
import * as role from './role-endpoints.ts';
import * as runHistory from './run-history.ts';
import * as secondFactor from './second-factor.ts';
import * as server from './server.ts';
import * as sessionCommand from './session-command.ts';
import * as sessionFiles from './session-files.ts';
import * as sessionRecording from './session-recording.ts';
import * as sessionScreen from './session-screen.ts';
import * as sessionSearch from './session-search.ts';
import * as sessionShare from './session-share.ts';
import * as sessionStats from './session-stats.ts';
import * as session from './session.ts';
import * as setting from './setting-endpoints.ts';
import * as storageFiles from './storage-files.ts';
import * as storageLog from './storage-log.ts';
import * as storage from './storage.ts';
import * as strategy from './strategy.ts';
import * as userGroup from './user-group.ts';
import * as userImport from './user-import.ts';
import * as userPreference from './user-preference.ts';
import * as user from './user.ts';
import * as vmConsole from './vm-console.ts';
import * as vm from './vm-endpoints.ts';
import * as work from './work.ts';
import * as workerAsset from './worker-asset.ts';

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

/** Every endpoint there is. The server refuses to start when one of them has no handler. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  accessGateway,
  accessSecurity,
  accessToken,
  account,
  asset,
  assetImport,
  assetReachability,
  auditLog,
  authorised,
  backup,
  branding,
  command,
  commandFilter,
  commandRun,
  fileRun,
  runHistory,
  credential,
  dashboard,
  desktopRecording,
  desktopSocket,
  gpu,
  hostKey,
  job,
  jobRun,
  loginLog,
  loginPolicy,
  menu,
  nodeConnection,
  node,
  nodePower,
  notice,
  monitoring,
  overview,
  ownLogin,
  ownProfile,
  ownSession,
  role,
  setting,
  secondFactor,
  server,
  strategy,
  user,
  userImport,
  userPreference,
  session,
  sessionRecording,
  sessionScreen,
  sessionCommand,
  sessionFiles,
  sessionShare,
  sessionStats,
  sessionSearch,
  storage,
  storageFiles,
  storageLog,
  userGroup,
  vm,
  vmConsole,
  work,
  workerAsset,
].flatMap((module) => Object.values(module).filter(isEndpoint));
