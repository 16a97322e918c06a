import type { HostKey } from '../ssh/host-key.ts';
import type { Endpoint } from './target.ts';

export type DialFailure =
  /** It is a part of this product, which nobody is led to. */
  | 'own_part'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  /** The proxy itself cannot be reached; `reason` says why. */
  | 'socks_connect'
  | 'socks_refused'
  | 'socks_auth'
  /** The gateway itself cannot be reached, or does not speak SSH as it should; `reason` says why. */
  | 'gateway_connect'
  /** It worked, and then the connection to the gateway broke. */
  | 'gateway_lost'
  | 'gateway_auth'
  | 'gateway_host_key_unknown'
  | 'gateway_host_key_changed'
  /** The gateway was reached and did not lead on; `reason` says whether it would not or could not. */
  | 'gateway_forward_refused';

export type DialReason =
  | 'own_part'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'closed'
  | 'handshake'
  | 'prohibited'
  | 'connect_failed'
  | 'busy'
  | 'not_allowed'
  | 'not_socks';

interface Facts {
  reason?: DialReason | undefined;
  /** Which gateway of the chain, counted from 1 at our end. */
  hop?: number | undefined;
  hopName?: string | undefined;
  /** The key the gateway showed, with both host-key failures. */
  offered?: HostKey | undefined;
  /** What was to be reached at this step, when it is not the target itself. */
  target?: Endpoint | undefined;
  cause?: unknown;
}

/** Why a target could not be reached. Holds no secret: addresses, names and causes of sockets only. */
export class DialError extends Error {
  readonly kind: DialFailure;
  readonly reason: DialReason | undefined;
  readonly hop: number | undefined;
  readonly hopName: string | undefined;
  readonly offered: HostKey | undefined;
  readonly target: Endpoint | undefined;

  constructor(kind: DialFailure, { reason, hop, hopName, offered, target, cause }: Facts = {}) {
    super(`dial: ${kind}${reason ? ` (${reason})` : ''}${hop ? ` at hop ${hop}` : ''}`, { cause });
    this.name = 'DialError';
    this.kind = kind;
    this.reason = reason;
    this.hop = hop;
    this.hopName = hopName;
    this.offered = offered;
    this.target = target && { host: target.host, port: target.port };
  }
}

/** An address that whoever dials does not want to be led to. */
export class AddressRefused extends Error {
  readonly target: Endpoint;

  constructor({ host, port }: Endpoint) {
    super(`dial: ${host} leads to an address that is not allowed`);
    this.name = 'AddressRefused';
    this.target = { host, port };
  }
}
