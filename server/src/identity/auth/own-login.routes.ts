import { endOtherLogins, endOwnLogin, listOwnLogins } from '@jadegate/contract/identity/own-login';

import type { Api } from '../../http/api.ts';
import type { OwnLoginService } from './own-login.service.ts';

export function ownLoginRoutes(api: Api, { ownLogins }: { ownLogins: OwnLoginService }): void {
  api.on(listOwnLogins, ({ actor }) => ownLogins.list(actor));
  api.on(endOwnLogin, ({ actor, params }) => ownLogins.end(actor, params.id));
  api.on(endOtherLogins, ({ actor }) => ownLogins.endOthers(actor));
}
