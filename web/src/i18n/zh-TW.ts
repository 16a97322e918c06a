import accessSecurity from './zh-TW/access-security.json';
import account from './zh-TW/account.json';
import app from './zh-TW/app.json';
import auditLog from './zh-TW/audit-log.json';
import auth from './zh-TW/auth.json';
import common from './zh-TW/common.json';
import credential from './zh-TW/credential.json';
import loginLog from './zh-TW/login-log.json';
import loginPolicy from './zh-TW/login-policy.json';
import parts from './zh-TW/parts.json';
import role from './zh-TW/role.json';
import userGroup from './zh-TW/user-group.json';
import user from './zh-TW/user.json';

/** The source language: the keys of these files are the keys there are. */
export const catalogue = {
  'access-security': accessSecurity,
  account,
  app,
  'audit-log': auditLog,
  auth,
  common,
  credential,
  'login-log': loginLog,
  'login-policy': loginPolicy,
  parts,
  role,
  user,
  'user-group': userGroup,
};
export type Catalogue = typeof catalogue;
