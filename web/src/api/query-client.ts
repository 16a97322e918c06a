import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError } from './api-error.ts';
import { report } from './failure.ts';

/**
 * Who shows a failure. Without a word it is a toast. `fields`: the form marks the fields the server named, and only
 * failures that name none become a toast. `caller`: the page shows everything itself.
 */
interface ErrorMeta extends Record<string, unknown> {
  errors?: 'fields' | 'caller';
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta;
    mutationMeta: ErrorMeta;
  }
}

const RETRIES = 3;
const LONGEST_DELAY_MS = 30_000;
const CACHE_MS = 5 * 60_000;

export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, LONGEST_DELAY_MS);
}

/** Only what may be better the next time is tried again: no answer, or a server that is in trouble. */
export function shouldRetry(failures: number, error: Error): boolean {
  const isPassing = error instanceof ApiError && (error.error === 'network' || error.code >= 500);
  return isPassing && failures < RETRIES;
}

function reportUnlessShown(error: Error, meta: ErrorMeta | undefined): void {
  const isFormError =
    meta?.errors === 'fields' && error instanceof ApiError && (error.fields?.length ?? 0) > 0;
  if (meta?.errors !== 'caller' && !isFormError) {
    report(error);
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => reportUnlessShown(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => reportUnlessShown(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, gcTime: CACHE_MS, refetchOnWindowFocus: false },
    },
  });
}
