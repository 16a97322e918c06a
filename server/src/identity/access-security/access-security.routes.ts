import {
  createAccessSecurity,
  deleteAccessSecurities,
  getAccessSecurity,
  listAccessSecurities,
  listAllAccessSecurities,
  updateAccessSecurity,
} from '@jadegate/contract/identity/access-security';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
import type { AccessSecurityService } from './access-security.service.ts';

export function accessSecurityRoutes(
  api: Api,
  { accessSecurity }: { accessSecurity: AccessSecurityService },
): void {
  api.on(listAccessSecurities, ({ query }) => accessSecurity.list(query));
  api.on(listAllAccessSecurities, async () => (await accessSecurity.list(LONGEST_PAGE)).items);
  api.on(getAccessSecurity, ({ params }) => accessSecurity.get(params.id));
  api.on(createAccessSecurity, ({ actor, body }) => accessSecurity.create(actor, body));
  api.on(updateAccessSecurity, ({ actor, params, body }) => accessSecurity.update(actor, params.id, body));
  api.on(deleteAccessSecurities, ({ actor, params, query }) =>
    accessSecurity.delete(actor, params.ids, query.confirmLockout),
  );
}
