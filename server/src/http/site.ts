import type { FastifyRequest } from 'fastify';

import { AppError } from '../kernel/app-error.ts';
import { compileIpSet, type MatchesAddress } from '../kernel/ip-set.ts';

interface SiteOptions {
  /** The addresses in browsers' address bars, as origins; the first stands in links. Empty when nobody said. */
  publicUrls: readonly string[];
  trustedProxies: readonly string[];
}

/**
 * Where people reach the product, and so which pages are its own. A page of another site must not open sockets here,
 * whatever it has got hold of. What proxies say about the outside counts only from those that are trusted; the header
 * `Forwarded` counts from nobody, because a proxy that writes the other ones lets it through from strangers.
 */
export class Site {
  readonly publicUrls: readonly string[];
  readonly isProxied: boolean;
  readonly isProxy: MatchesAddress;

  constructor({ publicUrls, trustedProxies }: SiteOptions) {
    this.publicUrls = publicUrls;
    this.isProxied = trustedProxies.length > 0 || publicUrls.length > 0;
    this.isProxy = compileIpSet(trustedProxies.join(','));
  }

  /** Whether the browser speaks TLS, with us or with the proxy in front. */
  isSecure(request: FastifyRequest): boolean {
    return (
      this.publicUrls.some((url) => url.startsWith('https:')) ||
      (this.#forwarded(request, 'proto') ?? request.protocol) === 'https'
    );
  }

  /** Refuses a page that is not ours. A caller that names no page is a program, not a browser. */
  refuseForeign(request: FastifyRequest): void {
    const { origin } = request.headers;
    if (origin === undefined) {
      return;
    }
    const page = URL.canParse(origin) ? new URL(origin) : undefined;
    if (page === undefined || page.host === '') {
      throw new AppError('socket.origin_refused');
    }
    if (this.publicUrls.length > 0) {
      if (!this.publicUrls.includes(page.origin)) {
        const params = { origin: page.origin, expected: this.publicUrls.join(', ') };
        throw new AppError('origin.not_public', { params });
      }
      return;
    }
    const host = this.#hostFor(request);
    // A default port may be written or left out; only the page's scheme says which one it is.
    if (!sameHost(page, host)) {
      throw new AppError('origin.mismatch', { params: { origin: page.origin, expected: host } });
    }
  }

  /** Host and port in the browser's address bar, as far as the request tells. */
  #hostFor(request: FastifyRequest): string {
    const host = this.#forwarded(request, 'host') ?? request.headers.host ?? '';
    const port = this.#forwarded(request, 'port');
    return port === undefined || hasPort(host) ? host : `${host}:${port}`;
  }

  /** The first of several values is that of the outermost proxy. */
  #forwarded(request: FastifyRequest, what: 'host' | 'port' | 'proto'): string | undefined {
    const value = request.headers[`x-forwarded-${what}`];
    if (typeof value !== 'string' || !this.isProxy(request.socket.remoteAddress ?? '')) {
      return undefined;
    }
    return value.split(',', 1)[0]?.trim() || undefined;
  }
}

function hasPort(host: string): boolean {
  return /:\d+$/.test(host);
}

function sameHost(page: URL, host: string): boolean {
  const address = `${page.protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === page.host;
}
