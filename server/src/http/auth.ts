import type { AnyEndpoint, PendingStage } from '@jadegate/contract/endpoint';
import { TICKET_QUERY, TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { ErrorCode } from '@jadegate/contract/error';
import { ACCESS_TOKEN_PREFIX } from '@jadegate/contract/identity/access-token';
import { preferredLanguage } from '@jadegate/contract/language';
import type { MenuId } from '@jadegate/contract/menu';
import type { FastifyRequest } from 'fastify';

import type { Actor, Caller, Identity } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Use `callerOf`. */
    caller: Caller | undefined;
    /** Who was let in, as their token says. */
    identity: Identity | undefined;
  }
}

/** What the HTTP layer asks the product about a person. */
export interface Authenticator {
  /** Refuses with a reason of its own where an access token is good, but not from this address or now. */
  authenticate(token: string, address: string): Promise<Identity | undefined>;
  redeemTicket(ticket: string, path: string, address: string): Promise<Identity | undefined>;
  mayUseAny(who: Identity, menus: readonly MenuId[]): Promise<boolean>;
  /** Whether the person at this login proved who they are within the last minutes. */
  hasRecentProof(loginId: string): Promise<boolean>;
}

const MAX_USER_AGENT = 500;

const OWED = {
  'change-password': 'auth.step_pending',
  'enrol-passkey': 'auth.passkey_pending',
  'enrol-totp': 'auth.enrolment_pending',
} as const satisfies Record<PendingStage, ErrorCode>;

/** Found out once: behind trusted proxies the address alone takes a walk through the chain of them each time. */
export function callerOf(request: FastifyRequest): Caller {
  request.caller ??= {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    language: preferredLanguage(request.headers['accept-language']),
    requestId: request.id,
  };
  return request.caller;
}

/** Decides on the matched endpoint, never on the raw path. Throws unless the caller may use it. */
export async function admit(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  auth: Authenticator,
): Promise<Actor> {
  const who = request.vouched?.who ?? (await identify(request, endpoint, auth));
  request.identity = who;
  if (who.owes && !endpoint.whilePending?.includes(who.owes)) {
    throw new AppError(OWED[who.owes]);
  }
  if (endpoint.interactive && who.loginId === undefined) {
    throw new AppError('auth.interactive_only');
  }
  if (Array.isArray(endpoint.access) && !(await auth.mayUseAny(who, endpoint.access))) {
    throw new AppError('auth.forbidden');
  }
  if (endpoint.widens) {
    await refuseUnproven(who, auth);
  }
  const { userId, username, loginId, accessToken, owes } = who;
  return { ...callerOf(request), userId, username, loginId, accessToken, owes };
}

/** A token or a login that somebody got hold of must not make power that outlives it. */
async function refuseUnproven({ loginId, accessToken }: Identity, auth: Authenticator): Promise<void> {
  if (loginId === undefined) {
    if (accessToken?.scope !== 'administration') {
      throw new AppError('auth.token_scope');
    }
  } else if (!(await auth.hasRecentProof(loginId))) {
    throw new AppError('auth.recent_proof_needed');
  }
}

async function identify(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  auth: Authenticator,
): Promise<Identity> {
  const query = request.query as Record<string, unknown>;
  const ticket = query[TICKET_QUERY];
  if (isLink(endpoint) && typeof ticket === 'string') {
    const who = await auth.redeemTicket(ticket, pathOf(request), callerOf(request).address);
    if (!who) {
      throw new AppError('auth.ticket_invalid');
    }
    return who;
  }
  const token = tokenOf(request, endpoint);
  const who = token === undefined ? undefined : await auth.authenticate(token, callerOf(request).address);
  if (!who) {
    throw new AppError('auth.required');
  }
  return who;
}

/**
 * Older clients put the token of a download in its address. Nowhere else is that accepted, and never for an access
 * token: it lives for months, and addresses end up in histories and logs.
 */
function tokenOf(request: FastifyRequest, endpoint: AnyEndpoint): string | undefined {
  const header = request.headers[TOKEN_HEADER.toLowerCase()];
  if (typeof header === 'string' && header !== '') {
    return header;
  }
  const fromQuery = (request.query as Record<string, unknown>)[TOKEN_HEADER];
  const isLogin =
    typeof fromQuery === 'string' && fromQuery !== '' && !fromQuery.startsWith(ACCESS_TOKEN_PREFIX);
  return isLink(endpoint) && isLogin ? fromQuery : undefined;
}

/** A file or a socket that a browser opens by its address alone, and the upload of older clients. */
function isLink(endpoint: AnyEndpoint): boolean {
  if (endpoint.streams) {
    return true;
  }
  return (endpoint.download === true || endpoint.socket === true) && endpoint.method === 'GET';
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
