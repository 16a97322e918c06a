import { isIPv6 } from 'node:net';

import { plainAddress } from './ip-set.ts';

/** Groups of an IPv6 address that name the network; the rest is the device's own choice. */
const NETWORK_GROUPS = 4;

/**
 * Whom an address stands for where it is counted. One line with IPv6 has a whole /64 to choose from, so a limit by
 * single address would be none at all.
 */
export function addressKey(address: string): string {
  const [plain = ''] = plainAddress(address).split('%');
  if (!isIPv6(plain)) {
    return plain;
  }
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** An IPv4 tail stands for two groups; what they say never reaches into the network's half. */
function groupsOf(part: string): string[] {
  return part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
