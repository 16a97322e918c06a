import * as z from 'zod';

import { PEOPLE_OF_SOURCE, SourceLine } from './source-text.ts';

export const CLIENT_AUTHENTICATIONS = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;

const ClaimPath = SourceLine.min(1);
const WebAddress = SourceLine.min(1).refine((text) => isWebAddress(text), { params: { rule: 'webAddress' } });

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, username, password, search, hash } = new URL(text);
  return (
    ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '')
  );
}

/** What an OIDC provider is asked, and how its answer is read. No secret is in it. */
export const OidcConfig = z.strictObject({
  issuer: WebAddress,
  /** A provider without TLS: everybody on the way can read and change what it says. */
  allowsPlainHttp: z.boolean().default(false),
  clientId: SourceLine.min(1),
  clientAuthentication: z.enum(CLIENT_AUTHENTICATIONS).default('client_secret_basic'),
  /** For whom a token may be beside us; one that is for anybody else, too, is not believed. */
  trustedAudiences: z.array(SourceLine.min(1)).max(20).default([]),
  scope: SourceLine.min(1).default('openid profile email'),
  usernameClaim: ClaimPath.default('preferred_username'),
  nicknameClaim: ClaimPath.default('name'),
  mailClaim: ClaimPath.default('email'),
  /** With dots, such as `resource_access.jadegate.roles`. */
  groupsClaim: ClaimPath.default('groups'),
  ...PEOPLE_OF_SOURCE,
  /** An account with the same mail address is theirs, if the provider has verified it. */
  linksByMail: z.boolean().default(false),
  /** Values of `amr` or `acr` that count as a second factor; empty trusts none. */
  trustedFactors: z.array(SourceLine.min(1)).max(20).default([]),
  /** Signing out here signs out there, too. */
  endsThere: z.boolean().default(false),
});
export type OidcConfig = z.infer<typeof OidcConfig>;
