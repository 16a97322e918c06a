import { randomBytes } from 'node:crypto';

import { FACTS_SCRIPT, METRICS_SCRIPT } from './scripts.ts';

/** What every login shell understands, and nothing of what follows is seen by anybody. */
export const COLLECT_COMMAND = 'exec sh -s';

/** What is written to the shell, and the mark by which its answer is taken apart. */
export interface Question {
  nonce: string;
  input: string;
}

export function factsQuestion(): Question {
  const nonce = newNonce();
  return { nonce, input: `N=${nonce}\n${FACTS_SCRIPT}` };
}

interface MetricsOptions {
  /** The driver's own words for what is asked of cards. */
  gpuWords: readonly string[];
  /** Some card is cut into slices, whose figures stand elsewhere. */
  hasSlices: boolean;
  /** Whether the kernel's log is read for faults of cards. */
  withFaults: boolean;
}

export function metricsQuestion({ gpuWords, hasSlices, withFaults }: MetricsOptions): Question {
  const nonce = newNonce();
  // They come from a host, and go into a shell of it.
  const words = gpuWords.filter((word) => /^[\w.]{1,80}$/.test(word));
  const lines = [
    `N=${nonce}`,
    `GF=${words.join(',')}`,
    `MIG=${hasSlices ? 1 : 0}`,
    `XID=${withFaults ? 1 : 0}`,
  ];
  return { nonce, input: `${lines.join('\n')}\n${METRICS_SCRIPT}` };
}

export function newNonce(): string {
  return randomBytes(8).toString('hex');
}
