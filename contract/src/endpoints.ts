import * as accessSecurity from './access-security.ts';
import * as account from './account.ts';
import * as auditLog from './audit-log.ts';
import * as branding from './branding.ts';
import * as credential from './credential.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as loginLog from './login-log.ts';
import * as loginPolicy from './login-policy.ts';
import * as menu from './menu-endpoints.ts';
import * as role from './role-endpoints.ts';
import * as userGroup from './user-group.ts';
import * as user from './user.ts';

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

/** Every endpoint there is. The server refuses to start when one of them has no handler. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  accessSecurity,
  account,
  auditLog,
  branding,
  credential,
  loginLog,
  loginPolicy,
  menu,
  role,
  user,
  userGroup,
].flatMap((module) => Object.values(module).filter(isEndpoint));
