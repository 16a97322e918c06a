import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

import { SourceFailure } from '../source-failure.ts';

/** The network, and not the provider, said no. */
export class ProviderAwayError extends Error {}

/** Of the provider's own words only codes pass, as they are in the standard. */
const CODE = /^[a-z_]{1,40}$/;

export function oidcFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) {
    return error;
  }
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderAwayError || isTimeout(one)) {
      return new SourceFailure('unreachable', 'connection', { cause: error });
    }
  }
  if (error instanceof AuthorizationResponseError) {
    return new SourceFailure('denied', CODE.test(error.error) ? error.error : 'error', { cause: error });
  }
  if (error instanceof ResponseBodyError) {
    const reason = CODE.test(error.error) ? error.error : `status ${error.status}`;
    return new SourceFailure('untrusted', reason, { cause: error });
  }
  if (statusOf(error) >= 500) {
    return new SourceFailure('unreachable', `status ${statusOf(error)}`, { cause: error });
  }
  return new SourceFailure('untrusted', error instanceof Error ? error.message : 'unknown', { cause: error });
}

function isTimeout(error: Error): boolean {
  return error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';
}

function statusOf(error: unknown): number {
  const cause = error instanceof ClientError ? error.cause : undefined;
  return cause instanceof Response ? cause.status : 0;
}
