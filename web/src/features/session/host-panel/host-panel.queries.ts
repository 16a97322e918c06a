import { getSessionStats } from '@jadegate/contract/session/session-stats';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { sampleAfter, type Sample } from './host-figures.ts';

/** Asks the host again and again while somebody looks. A failure stops it: the session may be over. */
export function useHostSample(sessionId: string, seconds: number) {
  const client = useQueryClient();
  const queryKey = ['host-panel', sessionId];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Sample> => {
      const before = client.getQueryData<Sample>(queryKey);
      const stats = await call(getSessionStats, { params: { id: sessionId }, signal });
      return sampleAfter(before, stats, Date.now());
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? false : seconds * 1000),
    // Each answer differs from the one before, so comparing them to keep unchanged parts would be wasted work.
    structuralSharing: false,
    retry: false,
    meta: { errors: 'caller' },
  });
}
