import { hostSetParts } from '@jadegate/contract/host-set';
import { isIpSetPart } from '@jadegate/contract/ip-set';

import { compileIpSet } from './ip-set.ts';

export type MatchesHost = (host: string) => boolean;

/**
 * Says whether a host, as it is written, is in the set; an empty set holds every host. Names are not looked up: what a
 * name leads to today may be another host tomorrow, so a name is in the set only by its name. Throws when a range ends
 * before it begins.
 */
export function compileHostSet(text: string): MatchesHost {
  const parts = hostSetParts(text).map(plainName);
  if (parts.length === 0) {
    return () => true;
  }
  const isAddressIn = compileIpSet(parts.filter(isIpSetPart).join(','));
  const names = parts.filter((part) => !isIpSetPart(part));
  return (host) => {
    const plain = plainName(host);
    return isAddressIn(plain) || names.some((name) => isNamed(plain, name));
  };
}

function isNamed(host: string, name: string): boolean {
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length >= name.length : host === name;
}

/** Names know no case and may end with the dot of the root. */
function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
