import {
  createAccessToken,
  deleteFamilyAccessToken,
  getFamilyAccessToken,
  listAccessTokens,
  replaceFamilyAccessToken,
  revokeAccessToken,
} from '@jadegate/contract/identity/access-token';

import type { Api } from '../../http/api.ts';
import type { AccessTokenService } from './access-token.service.ts';

export function accessTokenRoutes(api: Api, { accessTokens }: { accessTokens: AccessTokenService }): void {
  api.on(listAccessTokens, ({ actor }) => accessTokens.list(actor));
  api.on(createAccessToken, ({ actor, body }) => accessTokens.create(actor, body));
  api.on(revokeAccessToken, ({ actor, params }) => accessTokens.revoke(actor, params.id));
  api.on(getFamilyAccessToken, ({ actor }) => accessTokens.getUnnamed(actor));
  api.on(replaceFamilyAccessToken, ({ actor, body }) => accessTokens.replaceUnnamed(actor, body));
  api.on(deleteFamilyAccessToken, ({ actor }) => accessTokens.deleteUnnamed(actor));
}
