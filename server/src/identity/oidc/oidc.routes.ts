import {
  backChannelLogout,
  finishOwnSource,
  finishSourceSignIn,
  finishSourceTest,
  frontChannelLogout,
  startLinking,
  startOwnSource,
  startSourceSignIn,
  startSourceTest,
} from '@jadegate/contract/identity/source-sign-in';

import type { Api } from '../../http/api.ts';
import type { AccountService } from '../account/account.service.ts';
import type { OidcSignInService } from './oidc-sign-in.service.ts';

interface Services {
  oidcSignIns: OidcSignInService;
  account: AccountService;
  publicUrls: readonly string[];
}

export function oidcRoutes(api: Api, { oidcSignIns, account, publicUrls }: Services): void {
  const placeOf = ({ headers }: { headers: { origin?: string | undefined } }) => ({
    publicUrls,
    origin: headers.origin,
  });

  api.onPublic(startSourceSignIn, ({ params, ...rest }) => oidcSignIns.start(params.key, placeOf(rest)));
  api.onPublic(finishSourceSignIn, async ({ caller, params, body }) => {
    const { token, user, owes } = await oidcSignIns.finish(caller, params.key, body);
    return { token, info: await account.describe(user, owes) };
  });
  api.onPublic(backChannelLogout, ({ caller, params, body }) =>
    oidcSignIns.backChannelLogout(caller, params.key, body.logout_token),
  );
  api.onPublic(frontChannelLogout, ({ caller, params, query }) =>
    oidcSignIns.frontChannelLogout(caller, params.key, query),
  );

  api.on(startOwnSource, ({ actor, params, ...rest }) =>
    oidcSignIns.startOwn(actor, params.key, 'prove', placeOf(rest)),
  );
  api.on(startLinking, ({ actor, params, ...rest }) =>
    oidcSignIns.startOwn(actor, params.key, 'link', placeOf(rest)),
  );
  api.on(finishOwnSource, ({ actor, body }) => oidcSignIns.finishOwn(actor, body));
  api.on(startSourceTest, ({ actor, params, ...rest }) =>
    oidcSignIns.startTest(actor, params.id, placeOf(rest)),
  );
  api.on(finishSourceTest, ({ actor, body }) => oidcSignIns.finishTest(actor, body));
}
