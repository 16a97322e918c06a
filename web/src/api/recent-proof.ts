/**
 * Acts that widen what somebody can reach take a proof of who acts, not older than some minutes. Whoever is asked for one
 * gives it there and then, and the very call is made again: the form behind it never learns of it.
 */
import { ApiError } from './api-error.ts';
import { around } from './surroundings.ts';

/** The question that is open: calls that are refused meanwhile wait for the same answer. */
let asking: Promise<boolean> | undefined;
/** Counts proofs, so that a call that was under way when one was given is made again without a second question. */
let given = 0;

export async function withRecentProof<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  const before = given;
  try {
    return await make();
  } catch (error) {
    if (!isProofNeeded(error) || !(given > before || (await askOnce()))) {
      throw error;
    }
  }
  return make();
}

function isProofNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.error === 'auth.recent_proof_needed';
}

function askOnce(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  const isProven = await around().prove();
  given += isProven ? 1 : 0;
  return isProven;
}
