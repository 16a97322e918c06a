import {
  createIdentitySource,
  deleteIdentitySources,
  getIdentitySource,
  getSourceAddresses,
  listIdentitySources,
  updateIdentitySource,
  visitIdentitySource,
} from '@jadegate/contract/identity/identity-source';
import {
  listOwnIdentities,
  listSignInWays,
  unlinkOwnIdentity,
} from '@jadegate/contract/identity/source-sign-in';

import type { Api } from '../../http/api.ts';
import type { PasswordLoginService } from '../auth/password-login.service.ts';
import type { IdentitySourceService } from './identity-source.service.ts';
import type { OwnIdentityService } from './own-identity.service.ts';
import type { SourceLookupService } from './source-lookup.service.ts';
import type { SourceVisitService } from './source-visit.service.ts';

interface Services {
  identitySources: IdentitySourceService;
  sourceLookup: SourceLookupService;
  sourceVisits: SourceVisitService;
  ownIdentities: OwnIdentityService;
  passwordLogins: PasswordLoginService;
  passkeySignIns: {
    isOpen(place: { publicUrls: readonly string[]; origin: string | undefined }): Promise<boolean>;
  };
  publicUrls: readonly string[];
}

export function identitySourceRoutes(
  api: Api,
  {
    identitySources,
    sourceLookup,
    sourceVisits,
    ownIdentities,
    passwordLogins,
    passkeySignIns,
    publicUrls,
  }: Services,
): void {
  api.on(listIdentitySources, ({ actor, query }) => identitySources.list(actor, query));
  api.on(getSourceAddresses, () => identitySources.addresses(publicUrls));
  api.on(getIdentitySource, ({ params }) => identitySources.get(params.id));
  api.on(createIdentitySource, ({ actor, body }) => identitySources.create(actor, body));
  api.on(updateIdentitySource, ({ actor, params, body }) => identitySources.update(actor, params.id, body));
  api.on(deleteIdentitySources, ({ actor, params }) => identitySources.delete(actor, params.ids));

  api.onPublic(listSignInWays, async ({ headers }) => {
    const ways = await sourceLookup.listWays();
    return {
      ...ways,
      sources: publicUrls.length > 0 ? ways.sources : [],
      passwordLogin: await passwordLogins.mode(),
      passkeys: await passkeySignIns.isOpen({ publicUrls, origin: headers.origin }),
    };
  });
  api.on(visitIdentitySource, ({ actor, params, body }) => sourceVisits.visitSoon(actor, params.id, body));
  api.on(listOwnIdentities, ({ actor }) => ownIdentities.list(actor));
  api.on(unlinkOwnIdentity, ({ actor, params }) => ownIdentities.unlink(actor, params.id));
}
