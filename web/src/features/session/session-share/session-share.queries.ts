import { hasTerminal } from '@jadegate/contract/access/asset-attributes';
import { listUsers } from '@jadegate/contract/identity/user';
import { shareTunnelSocket } from '@jadegate/contract/session/desktop-socket';
import {
  createShare,
  getSharing,
  joinSession,
  openShare,
  revokeShare,
  shareSocket,
  type NewShare,
  type Seat,
} from '@jadegate/contract/session/session-share';
import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { fillPath } from '../../../api/path.ts';
import { useChange } from '../../../hooks/useChange.ts';

const LIVE_EVERY_MS = 5000;
const SUGGESTIONS = 20;

export function sharingQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['session-share', sessionId],
    queryFn: ({ signal }) => call(getSharing, { params: { id: sessionId }, signal }),
    refetchInterval: LIVE_EVERY_MS,
    meta: { errors: 'caller' },
  });
}

/** For those who may look people up. Everybody else types names. */
export function peopleQuery(username: string) {
  return queryOptions({
    queryKey: ['session-share', 'people', username],
    queryFn: ({ signal }) => call(listUsers, { query: { username, pageSize: SUGGESTIONS }, signal }),
    placeholderData: keepPreviousData,
    meta: { errors: 'caller' },
  });
}

/** Those of the names that nobody has, for somebody who may know; else none. */
export function useUnknownNames(names: readonly string[], mayLookUp: boolean): string[] {
  const answers = useQueries({
    queries: names.map((name) => ({ ...peopleQuery(name), enabled: mayLookUp })),
  });
  return names.filter((name, index) => {
    const { data, isPlaceholderData } = answers[index] ?? {};
    // Among too many that are alike it may be one that was left out.
    const isWhole = data !== undefined && isPlaceholderData === false && data.total <= data.items.length;
    return isWhole && !data.items.some(({ username }) => username.toLowerCase() === name.toLowerCase());
  });
}

export function useCreateShare(sessionId: string) {
  return useChange(['session-share'], (body: NewShare) =>
    call(createShare, { params: { id: sessionId }, body }),
  );
}

export function useRevokeShare(sessionId: string) {
  return useChange(['session-share'], (shareId: string) =>
    call(revokeShare, { params: { id: sessionId, shareId } }),
  );
}

/** How somebody gets in: by the token of a link, or by right. */
export type Way = { token: string } | { sessionId: string };

export function askForSeat(way: Way): Promise<Seat> {
  return 'token' in way
    ? call(openShare, { body: { token: way.token } })
    : call(joinSession, { params: { id: way.sessionId } });
}

export function seatPath(seat: Seat): string {
  const { path } = hasTerminal(seat.protocol) ? shareSocket : shareTunnelSocket;
  return fillPath(path, { id: seat.id });
}
