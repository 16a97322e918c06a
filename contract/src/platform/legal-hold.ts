import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';

/** What can be held: one session, all of a person, or all at an asset. */
const HOLD_KINDS = ['session', 'user', 'asset'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

const Reason = z.string().trim().min(1).max(LIMITS.reason.max);

export const LegalHold = z.object({
  id: z.string(),
  kind: z.enum(HOLD_KINDS),
  subjectId: z.string(),
  subjectName: z.string(),
  reason: z.string(),
  setBy: z.string(),
  /** ISO 8601. */
  setAt: z.string(),
  /** Null while it holds. */
  liftedAt: z.string().nullable(),
  liftedBy: z.string(),
  liftReason: z.string(),
});
export type LegalHold = z.infer<typeof LegalHold>;

const Subject = z.object({ kind: z.enum(HOLD_KINDS), subjectId: Id });

export const listLegalHolds = endpoint({
  method: 'GET',
  path: '/evidence/holds',
  access: ['evidence'],
  summary:
    'What may not be deleted, those in force first; lifted ones stay on the list. The newest thousand.',
  response: z.array(LegalHold),
});

export const getLegalHold = endpoint({
  method: 'GET',
  path: '/evidence/holds/of',
  access: ['evidence', 'evidence-hold', 'offline-session', 'user', 'asset'],
  summary: 'The hold that is in force on one session, person or asset; null where there is none.',
  query: Subject,
  response: LegalHold.nullable(),
});

export const setLegalHold = endpoint({
  method: 'POST',
  path: '/evidence/holds',
  access: ['evidence-hold'],
  summary:
    'Holds a session, a person or an asset: nothing deletes its sessions, recordings and file log until the hold is lifted.',
  body: Subject.extend({ reason: Reason }),
  response: LegalHold,
});

export const liftLegalHold = endpoint({
  method: 'POST',
  path: '/evidence/holds/:id/lift',
  access: ['evidence-hold'],
  summary: 'Lifts a hold: from then on retention and people may delete again what it kept.',
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
});
