import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';
import { FINDINGS, VERDICTS } from './evidence-finding.ts';

const ById = z.object({ id: Id });

/** What is known about a recording without looking at it again. */
export const SessionEvidence = z.object({
  isSigned: z.boolean(),
  /** The fingerprint of the key; empty where nothing is signed. */
  key: z.string(),
  links: z.number().int(),
  /** What came out when it was looked at last; null before that. */
  verdict: z.enum(VERDICTS).nullable(),
  finding: z
    .object({
      code: z.enum(FINDINGS),
      place: z.object({
        line: z.number().optional(),
        file: z.string().optional(),
        from: z.number().optional(),
        to: z.number().optional(),
        at: z.number().optional(),
      }),
    })
    .nullable(),
  /** ISO 8601; null: never. */
  checkedAt: z.string().nullable(),
});
export type SessionEvidence = z.infer<typeof SessionEvidence>;

export const getSessionEvidence = endpoint({
  method: 'GET',
  // No server needs the recording for it.
  path: '/evidence/sessions/:id',
  access: ['offline-session'],
  summary: 'Whether the recording of a session is signed, and what came out when that was looked at last.',
  params: ById,
  response: SessionEvidence,
});

export const checkSessionEvidence = endpoint({
  method: 'POST',
  path: '/sessions/:id/evidence/check',
  access: ['evidence-check'],
  summary: 'Looks now whether the recording of a session is as it was signed.',
  held: 'recorded',
  perPerson: 30,
  params: ById,
  response: SessionEvidence,
});

export const exportEvidence = endpoint({
  method: 'GET',
  path: '/sessions/:id/evidence/export',
  access: ['offline-session-evidence'],
  summary:
    'A session that is over as one file (`.jgz`, a ZIP archive) for outsiders: recording, commands, file log, audit entries, what was signed, and what verifies and plays it.',
  held: 'recorded',
  params: ById,
  download: true,
  holds: 'transfer',
});

const tool = ['evidence', 'offline-session-evidence'] as const;

export const downloadVerifier = endpoint({
  method: 'GET',
  path: '/evidence/verifier',
  access: tool,
  summary: 'jadegate-verify.mjs: verifies exported evidence with any Node from 20 on.',
  download: true,
});

export const downloadPlayer = endpoint({
  method: 'GET',
  path: '/evidence/player',
  access: tool,
  summary: 'player.html: verifies and plays exported evidence in a browser, from the disk.',
  download: true,
});

/** What is left of a session that was deleted. */
export const Tombstone = z.object({
  sessionId: z.string(),
  userName: z.string(),
  assetName: z.string(),
  /** ISO 8601. */
  begunAt: z.string(),
  removedAt: z.string(),
  cause: z.enum(['retention', 'deleted', 'cleared']),
  /** Who deleted it; empty for retention. */
  by: z.string(),
  /** The hash of what was signed last of its recording; empty where nothing was. */
  head: z.string(),
  key: z.string(),
  /** As it was signed, and with what. */
  statement: z.string(),
  signature: z.string(),
  isGenuine: z.boolean(),
});
export type Tombstone = z.infer<typeof Tombstone>;

export const listTombstones = endpoint({
  method: 'GET',
  path: '/evidence/tombstones',
  access: ['evidence'],
  summary:
    'What is left of sessions that were deleted, signed: the newest two hundred, or those of one session.',
  query: z.object({ sessionId: z.preprocess((value) => (value === '' ? undefined : value), Id.optional()) }),
  response: z.array(Tombstone),
});

export const getEvidenceChecks = endpoint({
  method: 'GET',
  path: '/evidence/checks',
  access: ['evidence'],
  summary: 'What came out when recordings were looked at last, and those that are not as they should be.',
  response: z.object({
    whole: z.number().int(),
    incomplete: z.number().int(),
    altered: z.number().int(),
    unchecked: z.number().int(),
    bad: z.array(
      SessionEvidence.extend({
        sessionId: z.string(),
        userName: z.string(),
        assetName: z.string(),
        connectedAt: z.string(),
      }),
    ),
  }),
});
