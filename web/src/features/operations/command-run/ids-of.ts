import { LIMITS } from '@jadegate/contract/limits';

/** Hosts that an address names: they are chosen, and nothing runs. */
export function idsOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .filter((id) => id !== '')
    .slice(0, LIMITS.runHosts.max);
}
