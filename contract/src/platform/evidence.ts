import * as z from 'zod';

import { endpoint } from '../endpoint.ts';

/** The public half of a key that signs recordings. */
export const ChainKey = z.object({
  /** Its fingerprint: SHA-256 of the key as SPKI, as hexadecimal. */
  id: z.string(),
  /** SPKI as base64. */
  publicKey: z.string(),
  /** Where its private half lies, or lay. */
  origin: z.enum(['setting', 'file', 'database']),
  createdAt: z.iso.datetime(),
  /** The key that vouches for it; empty for the first, and where that one was lost. */
  predecessor: z.string(),
});
export type ChainKey = z.infer<typeof ChainKey>;

/** What two keys signed when one took the place of the other. */
export interface Handover {
  /** JSON: `from`, `to`, `at`. */
  text: string;
  /** By the old key and by the new one, as base64. */
  signatures: [string, string];
}

const Checkpoint = z.object({
  seq: z.number().int(),
  at: z.iso.datetime(),
  key: z.string(),
  /** The hash of the last entry that it covers. */
  head: z.string(),
  /** Whether it lies where nobody can change it; `none` where there is no such place. */
  locked: z.enum(['none', 'waiting', 'kept']),
});

export const listSigningKeys = endpoint({
  method: 'GET',
  path: '/evidence/keys',
  access: ['evidence'],
  summary: 'The public keys by which recordings of this installation are known, the newest first.',
  response: z.array(ChainKey.extend({ isUsed: z.boolean() })),
});

export const listCheckpoints = endpoint({
  method: 'GET',
  path: '/evidence/checkpoints',
  access: ['evidence'],
  summary: 'How far the audit log had come, signed: the newest hundred.',
  response: z.array(Checkpoint),
});
