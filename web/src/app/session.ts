import { getAccountInfo, logout } from '@jadegate/contract/identity/account';
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { call } from '../api/call.ts';
import { report } from '../api/failure.ts';
import { loginPath } from '../api/return-path.ts';
import { clearLogin, readToken, readUser, saveUser, subscribeLogin } from '../api/storage.ts';

/** Reads who is signed in, and stores it: menus and type are taken from there. */
export const accountInfoQuery = queryOptions({
  queryKey: ['account', 'info'],
  queryFn: async ({ signal }) => {
    const info = await call(getAccountInfo, { signal });
    saveUser(info);
    return info;
  },
  staleTime: 5 * 60_000,
  meta: { errors: 'caller' },
});

let hasSignedOut = false;

/** The login page. It leads back here, except after a logout: the next person may be somebody else. */
export function signedOutPath(): string {
  return hasSignedOut ? '/login' : loginPath();
}

/** Ends the login on the server and in this browser. The browser forgets it even when the server does not answer. */
export async function signOut(): Promise<void> {
  let next: { url: string } | null = null;
  try {
    next = await call(logout);
  } catch (error) {
    report(error);
  }
  hasSignedOut = true;
  clearLogin();
  // Out of the identity source, too, if it is set to.
  if (next !== null) {
    window.location.assign(next.url);
  }
}

/**
 * Drops what the last person read as soon as somebody else is signed in, or nobody. A login has been answered with who it
 * is, and need not ask that again.
 */
export function forgetOnLoginChange(queryClient: QueryClient): () => void {
  let known = readToken();
  return subscribeLogin(() => {
    const token = readToken();
    if (token === known) {
      return;
    }
    known = token;
    hasSignedOut = hasSignedOut && token === null;
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'branding' });
    const account = token === null ? undefined : readUser();
    if (account) {
      queryClient.setQueryData(accountInfoQuery.queryKey, account);
    }
  });
}
