import accessGateway from './zh-TW/access-gateway.json';
import accessSecurity from './zh-TW/access-security.json';
import account from './zh-TW/account.json';
import app from './zh-TW/app.json';
import assetImport from './zh-TW/asset-import.json';
import asset from './zh-TW/asset.json';
import auditLog from './zh-TW/audit-log.json';
import auth from './zh-TW/auth.json';
import authorised from './zh-TW/authorised.json';
import backup from './zh-TW/backup.json';
import commandFilter from './zh-TW/command-filter.json';
import commandRun from './zh-TW/command-run.json';
import command from './zh-TW/command.json';
import common from './zh-TW/common.json';
import credential from './zh-TW/credential.json';
import dashboard from './zh-TW/dashboard.json';
import demo from './zh-TW/demo.json';
import desktop from './zh-TW/desktop.json';
import files from './zh-TW/files.json';
import gpu from './zh-TW/gpu.json';
import hostKey from './zh-TW/host-key.json';
import hostPanel from './zh-TW/host-panel.json';
import job from './zh-TW/job.json';
import loginLog from './zh-TW/login-log.json';
import loginPolicy from './zh-TW/login-policy.json';
import manual from './zh-TW/manual.json';
import monitoring from './zh-TW/monitoring.json';
import myAsset from './zh-TW/my-asset.json';
import node from './zh-TW/node.json';
import parts from './zh-TW/parts.json';
import role from './zh-TW/role.json';
import sessionCommand from './zh-TW/session-command.json';
import sessionFiles from './zh-TW/session-files.json';
import sessionFrame from './zh-TW/session-frame.json';
import sessionSearch from './zh-TW/session-search.json';
import sessionShare from './zh-TW/session-share.json';
import session from './zh-TW/session.json';
import setting from './zh-TW/setting.json';
import storageLog from './zh-TW/storage-log.json';
import storage from './zh-TW/storage.json';
import strategy from './zh-TW/strategy.json';
import terminal from './zh-TW/terminal.json';
import userGroup from './zh-TW/user-group.json';
import user from './zh-TW/user.json';
import vm from './zh-TW/vm.json';
import week from './zh-TW/week.json';

/** The source language: the keys of these files are the keys there are. */
export const catalogue = {
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
  demo,
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
export type Catalogue = typeof catalogue;
