import {
  clearLoginLogs,
  deleteLoginLogs,
  endLogins,
  getLoginLog,
  listLoginLogs,
  listNewestLoginLogs,
} from '@jadegate/contract/identity/login-log';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
import type { RoleService } from '../role/role.service.ts';
import type { LoginLogService } from './login-log.service.ts';

interface Services {
  loginLogs: LoginLogService;
  roles: RoleService;
}

export function loginLogRoutes(api: Api, { loginLogs, roles }: Services): void {
  api.on(listLoginLogs, async ({ actor, query }) =>
    loginLogs.list(actor, await roles.withPeopleSearch(actor, query, query.username)),
  );
  api.on(listNewestLoginLogs, async ({ actor }) => (await loginLogs.list(actor, LONGEST_PAGE)).items);
  api.on(getLoginLog, ({ actor, params }) => loginLogs.get(actor, params.id));
  api.on(deleteLoginLogs, ({ actor, params }) => loginLogs.delete(actor, params.ids));
  api.on(clearLoginLogs, ({ actor }) => loginLogs.clear(actor));
  api.on(endLogins, ({ actor, params }) => loginLogs.endLogins(actor, params.ids));
}
