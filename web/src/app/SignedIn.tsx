import type { AccountInfo } from '@jadegate/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Navigate } from 'react-router';

import { readToken, subscribeLogin } from '../api/storage.ts';
import { useAccount } from '../hooks/account.ts';
import { FailureScreen } from './FailureScreen.tsx';
import { Loading } from './Loading.tsx';
import { accountInfoQuery, signedOutPath } from './session.ts';

/** Somebody who has just signed in has been told who they are. */
const JUST_ANSWERED_MS = 10_000;

interface SignedInProps {
  /** Waits for the server's answer of this visit instead of starting from what is stored. */
  fresh?: boolean;
  children: (account: AccountInfo) => ReactNode;
}

/**
 * Lets only people through who are signed in and owe no step. Without a token, and while a step of the login waits to
 * be done, the login page is the only page.
 */
export function SignedIn({ fresh = false, children }: SignedInProps) {
  const token = useSyncExternalStore(subscribeLogin, readToken);
  const stored = useAccount();
  const isPending = stored !== undefined && stored.owedStep !== null;
  const { data, error, refetch } = useQuery({
    ...accountInfoQuery,
    enabled: token !== null && !isPending,
    ...(fresh && { staleTime: JUST_ANSWERED_MS }),
  });
  if (token === null) {
    return <Navigate to={signedOutPath()} replace />;
  }
  if (isPending) {
    return <Navigate to="/login" replace />;
  }
  const account = fresh ? data && stored : stored;
  if (account) {
    return children(account);
  }
  return error ? <FailureScreen error={error} onRetry={() => void refetch()} /> : <Loading fullPage />;
}
