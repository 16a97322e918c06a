import { Skeleton } from 'antd';

import { ErrorState } from './ErrorState.tsx';

interface LoadStateProps {
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
  /** About how much will stand here. */
  rows?: number;
}

/** In place of what was asked for: it is on its way, or why it did not come. */
export function LoadState({ error, isFetching, refetch, rows }: LoadStateProps) {
  return error === null ? (
    <Skeleton active paragraph={rows === undefined ? true : { rows }} />
  ) : (
    <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  );
}
