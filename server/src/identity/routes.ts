import { accessSecurityRoutes } from './access-security/access-security.routes.ts';
import { accessTokenRoutes } from './access-token/access-token.routes.ts';
import { accountRoutes } from './account/account.routes.ts';
import { enrolmentRoutes } from './account/enrolment.routes.ts';
import { profileRoutes } from './account/profile.routes.ts';
import { ownLoginRoutes } from './auth/own-login.routes.ts';
import { loginLogRoutes } from './login-log/login-log.routes.ts';
import { loginPolicyRoutes } from './login-policy/login-policy.routes.ts';
import { roleRoutes } from './role/role.routes.ts';
import { userRoutes } from './user-admin/user-admin.routes.ts';
import { userImportRoutes } from './user-admin/user-import.routes.ts';
import { userGroupRoutes } from './user-group/user-group.routes.ts';
import { userPreferenceRoutes } from './user-preference/user-preference.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const IDENTITY_ROUTES = [
  accessSecurityRoutes,
  accessTokenRoutes,
  accountRoutes,
  enrolmentRoutes,
  loginLogRoutes,
  loginPolicyRoutes,
  ownLoginRoutes,
  profileRoutes,
  roleRoutes,
  userGroupRoutes,
  userImportRoutes,
  userPreferenceRoutes,
  userRoutes,
];
