import accessGateway from './en/access-gateway.json';
import accessSecurity from './en/access-security.json';
import account from './en/account.json';
import app from './en/app.json';
import assetImport from './en/asset-import.json';
import asset from './en/asset.json';
import auditLog from './en/audit-log.json';
import auth from './en/auth.json';
import authorised from './en/authorised.json';
import backup from './en/backup.json';
import commandFilter from './en/command-filter.json';
import commandRun from './en/command-run.json';
import command from './en/command.json';
import common from './en/common.json';
import credential from './en/credential.json';
import dashboard from './en/dashboard.json';
import desktop from './en/desktop.json';
import files from './en/files.json';
import gpu from './en/gpu.json';
import hostKey from './en/host-key.json';
import hostPanel from './en/host-panel.json';
import job from './en/job.json';
import loginLog from './en/login-log.json';
import loginPolicy from './en/login-policy.json';
import manual from './en/manual.json';
import monitoring from './en/monitoring.json';
import myAsset from './en/my-asset.json';
import node from './en/node.json';
import parts from './en/parts.json';
import role from './en/role.json';
import sessionCommand from './en/session-command.json';
import sessionFiles from './en/session-files.json';
import sessionFrame from './en/session-frame.json';
import sessionSearch from './en/session-search.json';
import sessionShare from './en/session-share.json';
import session from './en/session.json';
import setting from './en/setting.json';
import storageLog from './en/storage-log.json';
import storage from './en/storage.json';
import strategy from './en/strategy.json';
import terminal from './en/terminal.json';
import userGroup from './en/user-group.json';
import user from './en/user.json';
import vm from './en/vm.json';
import week from './en/week.json';
import type { Catalogue } from './zh-TW.ts';

export const catalogue: Catalogue = {
  'access-gateway': accessGateway,
  'access-security': accessSecurity,
  account,
  app,
  asset,
  'asset-import': assetImport,
  'audit-log': auditLog,
  auth,
  authorised,
  command,
  'command-filter': commandFilter,
  'command-run': commandRun,
  backup,
  common,
  credential,
  dashboard,
  desktop,
  files,
  gpu,
  'host-key': hostKey,
  'host-panel': hostPanel,
  job,
  'login-log': loginLog,
  'login-policy': loginPolicy,
  manual,
  monitoring,
  'my-asset': myAsset,
  node,
  parts,
  role,
  session,
  'session-command': sessionCommand,
  'session-files': sessionFiles,
  'session-frame': sessionFrame,
  'session-search': sessionSearch,
  'session-share': sessionShare,
  setting,
  'storage-log': storageLog,
  storage,
  strategy,
  terminal,
  user,
  'user-group': userGroup,
  vm,
  week,
};
