import type { Section } from '../sections.ts';
import { clean } from '../text.ts';
import type { HypervisorFault } from './provider.ts';

/** In this order: the first that fits is meant. All failures of virsh have the same exit code, so its words decide. */
const WORDS: readonly (readonly [RegExp, HypervisorFault])[] = [
  [
    /read only access|authentication (?:failed|unavailable|cancelled)|access denied|permission (?:denied|check failed)|a password is required|not allowed to execute|please run as root/i,
    'permission',
  ],
  [
    /no domain snapshot with matching|snapshot '.*' (?:does not exist|not found)|no such snapshot/i,
    'snapshot-gone',
  ],
  [/(?:snapshot|moment) .*already exists|snapshot name '.*' already used/i, 'snapshot-exists'],
  [/(?:is locked|VM is locked|CT is locked) ?\(|can't lock file/i, 'locked'],
  [
    /failed to get domain|domain not found|no domain with matching|configuration file .* does not exist/i,
    'gone',
  ],
  [
    /not supported|unsupported|snapshot feature is not available|does not support snapshots|cannot migrate domain|raw format/i,
    'unsupported',
  ],
  [
    /failed to connect to the hypervisor|failed to connect socket|cannot connect|connection refused/i,
    'unreachable',
  ],
];

export function faultOf({ rc, errors }: Pick<Section, 'rc' | 'errors'>): HypervisorFault {
  if (rc === null || rc === 124 || rc === 143) {
    return 'timeout';
  }
  if (rc === 127) {
    return 'missing-tool';
  }
  return WORDS.find(([words]) => words.test(errors))?.[1] ?? 'failed';
}

/** The last thing it said says why; the first only that it failed. */
export function saidOf({ errors }: Pick<Section, 'errors'>): string | null {
  const lines = errors
    .split('\n')
    .map((line) => line.replace(/^error: /, '').trim())
    .filter((line) => line !== '');
  return clean(lines.slice(0, 4).join('; '), 300);
}
