import type { OidcConfig } from '@jadegate/contract/identity/oidc';

import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { readClientKey } from '../../protocols/oidc/client-key.ts';
import type { SourceVisitor } from '../identity-source/source-visit.service.ts';
import type { SourceKindSpec } from '../identity-source/source.interface.ts';
import type { OidcProviders } from './oidc-providers.ts';

const VISIT_MS = 15 * MINUTE_MS;

/** Providers that speak OpenID Connect. */
export const OIDC_KIND: SourceKindSpec<OidcConfig> = {
  placeOf: ({ issuer }) => issuer,
  isPlain: ({ issuer }) => !isSecure(issuer),
  takesSecret: ({ clientAuthentication }) => clientAuthentication !== 'none',
  // With or without the slash at the end it is the same provider, which says itself which of them it means.
  identifiesBy: ({ issuer }) => issuer.replace(/\/$/, ''),
  secretPlace: ({ issuer, clientId, clientAuthentication, allowsPlainHttp }) => [
    issuer,
    clientId,
    clientAuthentication,
    allowsPlainHttp,
  ],
  refuseUnusable: async ({ issuer, allowsPlainHttp, clientAuthentication }, secret) => {
    if (!isSecure(issuer) && !allowsPlainHttp) {
      throw new AppError('identity_source.plain_http', { fields: ['issuer'] });
    }
    const isKey = clientAuthentication === 'private_key_jwt' && secret !== '';
    if (isKey && !(await readClientKey(secret))) {
      throw new AppError('identity_source.key_unreadable', { fields: ['secret'] });
    }
  },
};

/** A provider has no list of people: whether it answers is all there is to see. */
export function oidcVisitor(providers: OidcProviders): SourceVisitor<'oidc'> {
  return {
    everyMs: () => VISIT_MS,
    visit: async (source) => {
      await providers.look(source);
      return {};
    },
  };
}

function isSecure(issuer: string): boolean {
  return new URL(issuer).protocol === 'https:';
}
