import accessSecurity from './en/access-security.json';
import account from './en/account.json';
import app from './en/app.json';
import auditLog from './en/audit-log.json';
import auth from './en/auth.json';
import common from './en/common.json';
import credential from './en/credential.json';
import loginLog from './en/login-log.json';
import loginPolicy from './en/login-policy.json';
import parts from './en/parts.json';
import role from './en/role.json';
import userGroup from './en/user-group.json';
import user from './en/user.json';
import type { Catalogue } from './zh-TW.ts';

export const catalogue: Catalogue = {
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
