import {
  changeCredentialOwner,
  createCredential,
  deleteCredentials,
  downloadPublicKey,
  getCredential,
  listCredentialOptions,
  listCredentials,
  revealCredential,
  updateCredential,
} from '@jadegate/contract/access/credential';

import type { Api } from '../../http/api.ts';
import type { CredentialUseService } from './credential-use.service.ts';
import type { CredentialService } from './credential.service.ts';

interface Services {
  credentials: CredentialService;
  credentialUse: CredentialUseService;
}

export function credentialRoutes(api: Api, { credentials, credentialUse }: Services): void {
  api.on(listCredentialOptions, ({ actor }) => credentialUse.listUsable(actor));
  api.on(listCredentials, ({ query }) => credentials.list(query));
  api.on(getCredential, ({ params }) => credentials.get(params.id));
  api.on(createCredential, ({ actor, body }) => credentials.create(actor, body));
  api.on(updateCredential, ({ actor, params, body }) => credentials.update(actor, params.id, body));
  api.on(deleteCredentials, ({ actor, params }) => credentials.delete(actor, params.ids));
  api.on(changeCredentialOwner, ({ actor, params, query }) =>
    credentials.changeOwner(actor, params.id, query.owner),
  );
  api.on(revealCredential, ({ actor, params, body }) => credentials.reveal(actor, params.id, body));
  api.on(downloadPublicKey, async ({ params }) => {
    const { filename, line } = await credentials.publicKey(params.id);
    return { filename, contentType: 'text/plain; charset=utf-8', body: line };
  });
}
