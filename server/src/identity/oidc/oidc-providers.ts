import { SOURCE_SECRET } from '@jadegate/contract/identity/identity-source';
import type { OidcConfig } from '@jadegate/contract/identity/oidc';

import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import { OidcProvider } from '../../protocols/oidc/oidc-provider.ts';
import { guardedFetch } from '../../protocols/web/guarded-fetch.ts';
import { secretOwner, type SourceOf } from '../identity-source/source.interface.ts';

/** What a provider says of itself counts so long; its keys are looked after apart. */
const REMEMBER_MS = 10 * MINUTE_MS;
/** So long somebody who is about to be sent there can rely on what was seen. */
const SEEN_MS = 30 * SECOND_MS;
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 10 * SECOND_MS };

/** The providers of sources as they were discovered, each for a while. */
export class OidcProviders {
  readonly #vault: VaultService;
  readonly #clock: Clock;
  readonly #known = new Map<string, { provider: OidcProvider; updatedAt: number; seenAt: number }>();

  constructor(vault: VaultService, clock: Clock) {
    this.#vault = vault;
    this.#clock = clock;
  }

  of(source: SourceOf<'oidc'>): Promise<OidcProvider> {
    return this.#seenWithin(REMEMBER_MS, source);
  }

  /** For whoever is sent to it: where it is away they are told so here, and do not end on an error of their browser. */
  answering(source: SourceOf<'oidc'>): Promise<OidcProvider> {
    return this.#seenWithin(SEEN_MS, source);
  }

  /** Asks it anew what it says of itself. */
  async look(source: SourceOf<'oidc'>): Promise<OidcProvider> {
    const provider = await this.#discover(source.id, source.config);
    this.#known.set(source.id, { provider, updatedAt: source.updatedAt, seenAt: this.#clock.now() });
    return provider;
  }

  async #seenWithin(ms: number, source: SourceOf<'oidc'>): Promise<OidcProvider> {
    const known = this.#known.get(source.id);
    return known && known.updatedAt === source.updatedAt && this.#clock.now() < known.seenAt + ms
      ? known.provider
      : this.look(source);
  }

  async #discover(id: string, config: OidcConfig): Promise<OidcProvider> {
    const { issuer, clientId, clientAuthentication, trustedAudiences, allowsPlainHttp } = config;
    return OidcProvider.discover({
      issuer,
      clientId,
      authentication: clientAuthentication,
      secret: await this.#vault.get(secretOwner(id), SOURCE_SECRET),
      trustedAudiences,
      allowsPlainHttp,
      fetch: guardedFetch({ dial: connectTcp, allowsPlainHttp, ...LIMITS }),
    });
  }
}
