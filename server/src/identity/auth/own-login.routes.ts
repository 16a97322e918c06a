import { endOwnFactorWindow, listOwnFactorWindows } from '@jadegate/contract/identity/factor-window';
import { endOtherLogins, endOwnLogin, listOwnLogins } from '@jadegate/contract/identity/own-login';

import type { Api } from '../../http/api.ts';
import type { FactorWindowService } from './factor-window.service.ts';
import type { OwnLoginService } from './own-login.service.ts';

interface Services {
  ownLogins: OwnLoginService;
  factorWindows: FactorWindowService;
}

export function ownLoginRoutes(api: Api, { ownLogins, factorWindows }: Services): void {
  api.on(listOwnLogins, ({ actor }) => ownLogins.list(actor));
  api.on(endOwnLogin, ({ actor, params }) => ownLogins.end(actor, params.id));
  api.on(endOtherLogins, ({ actor }) => ownLogins.endOthers(actor));
  api.on(listOwnFactorWindows, ({ actor }) => factorWindows.listOwn(actor));
  api.on(endOwnFactorWindow, ({ actor, params }) => factorWindows.end(actor, params.id));
}
