import { LIMITS } from '@jadegate/contract/limits';

type Strength = 'short' | 'weak' | 'fair' | 'strong';

const FAIR_LENGTH = 16;
const STRONG_LENGTH = 24;
/** Below this many different characters a long text is a repeated one. */
const VARIED = 8;

/** A hint, not a verdict: length and variety are what slows a guesser down. */
export function strengthOf(passphrase: string): Strength {
  const { length } = passphrase;
  if (length < LIMITS.backupPassphrase.min) {
    return 'short';
  }
  const isVaried = new Set(passphrase.toLowerCase()).size >= VARIED;
  if (!isVaried || length < FAIR_LENGTH) {
    return 'weak';
  }
  return length < STRONG_LENGTH ? 'fair' : 'strong';
}
