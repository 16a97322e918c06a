import { isIP } from 'node:net';

import type { PasskeyProblem } from '@jadegate/contract/identity/passkey-answer';

/** Where the product is reached, and the origin of the page that asks. */
export interface PasskeyPlace {
  publicUrls: readonly string[];
  origin: string | undefined;
}

/** For whom a passkey is: browsers bind it to the host name, and say from which origin it was asked for. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

/** Never from `Host`, which whoever calls may choose. */
export function relyingPartyAt({ publicUrls, origin }: PasskeyPlace): RelyingParty | PasskeyProblem {
  const base = publicUrls.find((url) => new URL(url).origin === origin) ?? publicUrls[0];
  if (base === undefined) {
    return 'no_address';
  }
  const { hostname, protocol, origin: own } = new URL(base);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return 'numeric_address';
  }
  const isTrusted = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isTrusted ? { rpId: hostname, origin: own } : 'plain_http';
}
