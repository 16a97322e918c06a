import {
  clearSessions,
  deleteSessions,
  disconnectSessions,
  disconnectUser,
  listSessions,
  markAllReviewed,
  markReviewed,
  markUnreviewed,
  messageSession,
  SessionQuery,
} from '@jadegate/contract/session/session';
import { getRecordingOutline, searchRecording } from '@jadegate/contract/session/session-recording';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../../../api/call.ts';
import { inParts } from '../../../api/in-parts.ts';
import { useChange } from '../../../hooks/useChange.ts';

/** A page shows one status; it is no filter a person sets. */
export const SessionListQuery = SessionQuery.omit({ status: true });
export type SessionListQuery = z.infer<typeof SessionListQuery>;

const LIVE_EVERY_MS = 5000;

export function onlineSessionsQuery(query: SessionListQuery) {
  return queryOptions({
    queryKey: ['session', 'online', query],
    queryFn: ({ signal }) => call(listSessions, { query: wireOf(query, 'connected'), signal }),
    refetchInterval: LIVE_EVERY_MS,
  });
}

export function offlineSessionsQuery(query: SessionListQuery) {
  return queryOptions({
    queryKey: ['session', 'offline', query],
    queryFn: ({ signal }) => call(listSessions, { query: wireOf(query, 'disconnected'), signal }),
  });
}

function wireOf({ reviewed, ...query }: SessionListQuery, status: 'connected' | 'disconnected') {
  return { ...query, status, ...(reviewed !== undefined && { reviewed: String(reviewed) }) };
}

export function recordingQuery(id: string) {
  return queryOptions({
    queryKey: ['session', 'recording', id],
    queryFn: ({ signal }) => call(getRecordingOutline, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function recordingHitsQuery(id: string, text: string) {
  return queryOptions({
    queryKey: ['session', 'recording', id, 'search', text],
    queryFn: ({ signal }) => call(searchRecording, { params: { id }, query: { text }, signal }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const TOUCHED = ['session'];
type Ids = readonly string[];

export function useDisconnectSessions() {
  return useChange(TOUCHED, (ids: Ids) =>
    inParts(ids, (part) => call(disconnectSessions, { params: { ids: part } })),
  );
}

export function useDisconnectUser() {
  return useChange(TOUCHED, (userId: string) => call(disconnectUser, { query: { userId } }));
}

export function useMessageSession() {
  return useChange([], ({ id, text }: { id: string; text: string }) =>
    call(messageSession, { params: { id }, body: { text } }),
  );
}

export function useDeleteSessions() {
  return useChange(TOUCHED, (ids: Ids) =>
    inParts(ids, (part) => call(deleteSessions, { params: { ids: part } })),
  );
}

export function useClearSessions() {
  return useChange(TOUCHED, () => call(clearSessions, {}));
}

export function useMarkReviewed() {
  return useChange(
    TOUCHED,
    ({ ids, isReviewed }: { ids: Ids; isReviewed: boolean }) =>
      inParts(ids, (part) => call(isReviewed ? markReviewed : markUnreviewed, { params: { ids: part } })),
    { errors: 'toast' },
  );
}

export function useMarkAllReviewed() {
  return useChange(TOUCHED, () => call(markAllReviewed, {}));
}
