import { listSigningKeys } from '@jadegate/contract/platform/evidence';
import {
  getLegalHold,
  liftLegalHold,
  listLegalHolds,
  setLegalHold,
  type HoldKind,
} from '@jadegate/contract/platform/legal-hold';
import {
  checkSessionEvidence,
  getEvidenceChecks,
  getSessionEvidence,
  listTombstones,
} from '@jadegate/contract/session/session-evidence';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

export interface HoldSubject {
  kind: HoldKind;
  subjectId: string;
}

const TOUCHED = ['evidence'];

export function holdsQuery() {
  return queryOptions({
    queryKey: ['evidence', 'holds'],
    queryFn: ({ signal }) => call(listLegalHolds, { signal }),
    meta: { errors: 'caller' },
  });
}

export function holdQuery(subject: HoldSubject) {
  return queryOptions({
    queryKey: ['evidence', 'hold', subject],
    queryFn: ({ signal }) => call(getLegalHold, { query: subject, signal }),
    meta: { errors: 'caller' },
  });
}

export function keysQuery() {
  return queryOptions({
    queryKey: ['evidence', 'keys'],
    queryFn: ({ signal }) => call(listSigningKeys, { signal }),
    meta: { errors: 'caller' },
  });
}

export function checksQuery() {
  return queryOptions({
    queryKey: ['evidence', 'checks'],
    queryFn: ({ signal }) => call(getEvidenceChecks, { signal }),
    meta: { errors: 'caller' },
  });
}

export function tombstonesQuery() {
  return queryOptions({
    queryKey: ['evidence', 'tombstones'],
    queryFn: ({ signal }) => call(listTombstones, { query: {}, signal }),
    meta: { errors: 'caller' },
  });
}

export function sessionEvidenceQuery(id: string) {
  return queryOptions({
    queryKey: ['evidence', 'session', id],
    queryFn: ({ signal }) => call(getSessionEvidence, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

export function useSetHold() {
  return useChange(TOUCHED, (body: HoldSubject & { reason: string }) => call(setLegalHold, { body }));
}

export function useLiftHold() {
  return useChange(TOUCHED, ({ id, reason }: { id: string; reason: string }) =>
    call(liftLegalHold, { params: { id }, body: { reason } }),
  );
}

export function useCheckEvidence() {
  return useChange(TOUCHED, (id: string) => call(checkSessionEvidence, { params: { id } }), {
    errors: 'toast',
  });
}
