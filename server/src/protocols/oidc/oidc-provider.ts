import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';

import type { Secret } from '../../kernel/secret.ts';
import { SourceFailure } from '../source-failure.ts';
import { readClientKey } from './client-key.ts';
import { oidcFailure, ProviderAwayError } from './oidc-failure.ts';

type Fetch = (
  address: string,
  init: { method?: string; headers?: unknown; body?: unknown },
) => Promise<Response>;

interface ProviderSettings {
  issuer: string;
  clientId: string;
  authentication: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  /** A secret, or the PEM of a private key. */
  secret: Secret | undefined;
  /** For whom its tokens may be beside us. */
  trustedAudiences: readonly string[];
  allowsPlainHttp: boolean;
  fetch: Fetch;
}

/** What a login on its way is bound to. */
export interface Round {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  /** The provider must ask for the login anew. */
  isFresh: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/** Somebody as the provider vouches for them. */
export interface Vouched {
  issuer: string;
  subject: string;
  /** The provider's session; empty where it names none. */
  sid: string;
  idToken: Claims;
  userinfo: Claims;
}

const CLOCK_TOLERANCE_SECONDS = 120;
/** A logout is told at once; one that is older is a copy. */
const LOGOUT_TOKEN_AGE = '5 minutes';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TIMEOUT_SECONDS = 10;

/**
 * One provider, as its discovery document describes it. Signatures are checked always, also where TLS would do; keys are
 * kept and fetched again when one is named that is not known.
 */
export class OidcProvider {
  readonly #config: oidc.Configuration;
  readonly #keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  readonly #audiences: ReadonlySet<unknown>;

  private constructor(config: oidc.Configuration, trustedAudiences: readonly string[], ask: Fetch) {
    this.#config = config;
    this.#audiences = new Set([config.clientMetadata().client_id, ...trustedAudiences]);
    const { jwks_uri } = config.serverMetadata();
    this.#keys =
      jwks_uri === undefined
        ? undefined
        : createRemoteJWKSet(new URL(jwks_uri), { [joseFetch]: (url, init) => ask(url, init) });
  }

  /** The issuer may be written with or without a slash at its end. */
  static async discover(settings: ProviderSettings): Promise<OidcProvider> {
    const ask = markingAway(settings.fetch);
    try {
      try {
        return await discoverAt(settings.issuer, settings, ask);
      } catch (error) {
        const other = withOtherEnd(settings.issuer, error);
        if (other === undefined) {
          throw error;
        }
        return await discoverAt(other, settings, ask);
      }
    } catch (error) {
      throw oidcFailure(error);
    }

    async function discoverAt(
      issuer: string,
      { clientId, trustedAudiences, allowsPlainHttp }: ProviderSettings,
      dial: Fetch,
    ) {
      const config = await oidc.discovery(
        new URL(issuer),
        clientId,
        { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        await authenticationOf(settings),
        {
          [oidc.customFetch]: dial,
          timeout: TIMEOUT_SECONDS,
          execute: [
            oidc.enableNonRepudiationChecks,
            // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; a switch of the source asks for it
            ...(allowsPlainHttp ? [oidc.allowInsecureRequests] : []),
          ],
        },
      );
      return new OidcProvider(config, trustedAudiences, dial);
    }
  }

  get issuer(): string {
    return this.#config.serverMetadata().issuer;
  }

  async authorizationUrl(round: Round, scope: string): Promise<string> {
    const url = oidc.buildAuthorizationUrl(this.#config, {
      redirect_uri: round.redirectUri,
      scope,
      state: round.state,
      nonce: round.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(round.verifier),
      code_challenge_method: 'S256',
      ...(round.isFresh && { prompt: 'login', max_age: '0' }),
    });
    return url.href;
  }

  /** Trades the code for who it is. State, issuer, nonce, audience, times, signature and age are all checked here. */
  async exchange(search: string, round: Round): Promise<Vouched> {
    const config = this.#config;
    try {
      const url = new URL(round.redirectUri);
      url.search = search;
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: round.state,
        expectedNonce: round.nonce,
        pkceCodeVerifier: round.verifier,
        idTokenExpected: true,
        ...(round.isFresh && { maxAge: 0 }),
      });
      const idToken = tokens.claims();
      if (!idToken) {
        throw new SourceFailure('untrusted', 'no id token');
      }
      this.#refuseAudience(idToken.aud);
      const userinfo =
        config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub);
      const { sid } = idToken;
      return {
        issuer: idToken.iss,
        subject: idToken.sub,
        sid: typeof sid === 'string' ? sid : '',
        idToken,
        userinfo,
      };
    } catch (error) {
      throw oidcFailure(error);
    }
  }

  /** Where the browser goes to sign out there, too; undefined where there is no such page. */
  endSessionUrl(returnTo: string): string | undefined {
    return this.#config.serverMetadata().end_session_endpoint === undefined
      ? undefined
      : oidc.buildEndSessionUrl(this.#config, { post_logout_redirect_uri: returnTo }).href;
  }

  /** Who has signed out, as a signed notice of the provider says. */
  async readLogoutToken(token: string): Promise<{ sid: string; subject: string }> {
    if (!this.#keys) {
      throw new SourceFailure('untrusted', 'no keys');
    }
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer: this.issuer,
        audience: this.#config.clientMetadata().client_id,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: LOGOUT_TOKEN_AGE,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      this.#refuseAudience(payload.aud);
      const { events, nonce, sid = '', sub = '' } = payload;
      const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
      // An id token has a nonce: one that was stolen is no logout.
      if (!isLogout || nonce !== undefined || typeof sid !== 'string' || (sid === '' && sub === '')) {
        throw new SourceFailure('untrusted', 'not a logout token');
      }
      return { sid, subject: sub };
    } catch (error) {
      throw oidcFailure(error);
    }
  }

  /** That it is for us was checked; whoever it is for beside us could show it here as their own. */
  #refuseAudience(audience: string | string[] | undefined): void {
    if (![audience ?? []].flat().every((one) => this.#audiences.has(one))) {
      throw new SourceFailure('untrusted', 'an audience beside us that is not trusted');
    }
  }
}

async function authenticationOf({ authentication, secret }: ProviderSettings): Promise<oidc.ClientAuth> {
  switch (authentication) {
    case 'client_secret_basic':
      return oidc.ClientSecretBasic(secret?.expose() ?? '');
    case 'client_secret_post':
      return oidc.ClientSecretPost(secret?.expose() ?? '');
    case 'none':
      return oidc.None();
    case 'private_key_jwt': {
      const key = await readClientKey(secret?.expose() ?? '');
      if (!key) {
        throw new SourceFailure('untrusted', 'client key');
      }
      return oidc.PrivateKeyJwt(key);
    }
  }
}

/** What the provider calls itself, if that is the same but for a slash at the end. */
function withOtherEnd(issuer: string, error: unknown): string | undefined {
  const cause =
    error instanceof Error ? (error.cause as { body?: { issuer?: unknown } } | undefined) : undefined;
  const named = cause?.body?.issuer;
  const other = issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`;
  return named === other ? other : undefined;
}

function markingAway(ask: Fetch): Fetch {
  return async (address, init) => {
    try {
      return await ask(address, init);
    } catch (error) {
      throw new ProviderAwayError('the provider could not be reached', { cause: error });
    }
  };
}
