import { BlockList, isIP } from 'node:net';

import { ipSetParts } from '@jadegate/contract/ip-set';

export type MatchesAddress = (address: string) => boolean;

/** Node's own list does the arithmetic, for both families. Throws when a range ends before it begins. */
export function compileIpSet(text: string): MatchesAddress {
  const list = new BlockList();
  for (const part of ipSetParts(text)) {
    const family = part.includes(':') ? 'ipv6' : 'ipv4';
    const [network = '', bits] = part.split('/');
    const [from = '', to] = part.split('-').map((side) => side.trim());
    if (bits !== undefined) {
      list.addSubnet(network, Number(bits), family);
    } else if (to === undefined) {
      list.addAddress(part, family);
    } else {
      list.addRange(from, to, family);
    }
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  };
}

/** A socket that listens on both families shows IPv4 callers as `::ffff:10.0.0.1`. */
export function plainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.')
    ? address.slice('::ffff:'.length)
    : address;
}
