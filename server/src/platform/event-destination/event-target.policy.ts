import { BlockList, isIPv4, isIPv6 } from 'node:net';

import { isThisMachine } from '../../kernel/own-parts.ts';
import { AddressRefused } from '../../protocols/dial/dial-error.ts';
import type { RefuseAddress } from '../../protocols/dial/tcp.ts';

const REFUSED = new BlockList();
for (const [address, bits] of [
  // Link-local, where clouds have their metadata.
  ['169.254.0.0', 16],
  // Metadata elsewhere: Alibaba, Oracle, Azure.
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
] as const) {
  REFUSED.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  ['fe80::', 10],
  ['fec0::', 10],
  // Of Amazon.
  ['fd00:ec2::254', 128],
  ['ff00::', 8],
] as const) {
  REFUSED.addSubnet(address, bits, 'ipv6');
}

/** An IPv4 address in IPv6: as it is, through NAT64, or by 6to4. */
const EMBEDDED = [
  /^::(?:ffff:)?([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^64:ff9b::([\da-f]{1,4}):([\da-f]{1,4})$/,
  /^2002:([\da-f]{1,4}):([\da-f]{1,4}):/,
];

/** Where no event may be sent, unless the operator said so. Networks of one's own are where collectors are. */
export function refusingTargets(allowed: readonly string[]): RefuseAddress {
  const exceptions = new BlockList();
  for (const range of allowed) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    exceptions.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  const has = (list: BlockList, address: string) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return (address, target) => {
    const spellings = addressesIn(address);
    const isMeant = spellings.some((one) => has(exceptions, one));
    if (!isMeant && spellings.some((one) => isThisMachine(one) || has(REFUSED, one))) {
      throw new AddressRefused(target);
    }
  };
}

/** The address, and one that it carries within. */
function addressesIn(text: string): string[] {
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) {
    return [address];
  }
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const inner = EMBEDDED.flatMap((form) => {
    const [, high, low] = form.exec(plain) ?? [];
    const parts = [high, low].map((part) => Number.parseInt(part ?? '', 16));
    return high === undefined ? [] : [parts.flatMap((part) => [part >> 8, part & 255]).join('.')];
  });
  return [plain, ...inner.filter((one) => isIPv4(one))];
}
