import type { Way } from '@jadegate/contract/access/way';

import type { DialError } from './dial-error.ts';
import type { Endpoint } from './target.ts';

/** A failure of `dial` in the words of the product. */
export function wayOf(error: DialError, target: Endpoint): Way {
  const { host, port } = error.target ?? target;
  const isAtGateway = error.kind === 'timeout' && error.hop !== undefined;
  return {
    kind: isAtGateway ? 'gateway_timeout' : error.kind,
    host,
    port,
    hop: error.hop,
    name: error.hopName,
    reason: error.reason,
  };
}
