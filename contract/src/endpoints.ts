import * as accessGateway from './access/access-gateway.ts';
import * as assetImport from './access/asset-import.ts';
import * as assetReachability from './access/asset-reachability.ts';
import * as asset from './access/asset.ts';
import * as authorised from './access/authorised.ts';
import * as commandFilter from './access/command-filter.ts';
import * as command from './access/command.ts';
import * as credential from './access/credential.ts';
import * as hostKey from './access/host-key.ts';
import * as strategy from './access/strategy.ts';
import * as workerAsset from './access/worker-asset.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { storageFileEndpoints } from './files/storage-files.ts';
import * as storageLog from './files/storage-log.ts';
import * as storage from './files/storage.ts';
import * as gpu from './fleet/gpu-endpoints.ts';
import * as nodeConnection from './fleet/node-connection.ts';
import * as node from './fleet/node-endpoints.ts';
import * as nodePower from './fleet/node-power.ts';
import * as vmConsole from './fleet/vm-console.ts';
import * as vm from './fleet/vm-endpoints.ts';
import * as accessSecurity from './identity/access-security.ts';
import * as accessToken from './identity/access-token.ts';
import * as account from './identity/account.ts';
import * as loginLog from './identity/login-log.ts';
import * as loginPolicy from './identity/login-policy.ts';
import * as ownLogin from './identity/own-login.ts';
import * as ownProfile from './identity/own-profile.ts';
import * as role from './identity/role-endpoints.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as userGroup from './identity/user-group.ts';
import * as userImport from './identity/user-import.ts';
import * as userPreference from './identity/user-preference.ts';
import * as user from './identity/user.ts';
import * as menu from './menu-endpoints.ts';
import * as backup from './operations/backup.ts';
import * as commandRun from './operations/command-run.ts';
import * as dashboard from './operations/dashboard.ts';
import * as fileRun from './operations/file-run.ts';
import * as jobRun from './operations/job-run.ts';
import * as job from './operations/job.ts';
import * as monitoring from './operations/monitoring.ts';
import * as overview from './operations/overview.ts';
import * as runHistory from './operations/run-history.ts';
import * as work from './operations/work.ts';
import * as auditLog from './platform/audit-log.ts';
import * as branding from './platform/branding.ts';
import * as notice from './platform/notice.ts';
import * as server from './platform/server.ts';
import * as setting from './platform/setting-endpoints.ts';
import * as desktopRecording from './session/desktop-recording.ts';
import * as desktopSocket from './session/desktop-socket.ts';
import * as ownSession from './session/own-session.ts';
import * as sessionCommand from './session/session-command.ts';
import { sessionFileEndpoints } from './session/session-files.ts';
import * as sessionRecording from './session/session-recording.ts';
import * as sessionScreen from './session/session-screen.ts';
import * as sessionSearch from './session/session-search.ts';
import * as sessionShare from './session/session-share.ts';
import * as sessionStats from './session/session-stats.ts';
import * as session from './session/session.ts';

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
  sessionFileEndpoints,
  sessionShare,
  sessionStats,
  sessionSearch,
  storage,
  storageFileEndpoints,
  storageLog,
  userGroup,
  vm,
  vmConsole,
  work,
  workerAsset,
].flatMap((module) => Object.values(module).filter(isEndpoint));
