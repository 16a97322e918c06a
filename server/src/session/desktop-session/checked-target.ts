import type { Duplex } from 'node:stream';

import { isOwnInside, isThisMachine } from '../../kernel/own-parts.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import { endsHere, judgeOnward } from '../../protocols/dial/onward.ts';
import type { Endpoint } from '../../protocols/dial/target.ts';
import { dialledAddress, judgedAddress } from '../../protocols/dial/tcp.ts';
import type { GuacdAddress, GuacdParameters } from '../../protocols/guacd/connect-guacd.ts';

/** Where guacd goes by itself, and whether that is this machine. */
export interface JudgedTarget extends Endpoint {
  isHere: boolean;
}

/** guacd is told the address that we have dialled: a name could lead it elsewhere. */
export function withDialledAddress(stream: Duplex, { host, port }: Endpoint): JudgedTarget {
  return { host: dialledAddress(stream) ?? host, port, isHere: endsHere(stream) };
}

/** The same for a guacd on another machine, which goes there without us. Its own port is its own by any name. */
export async function withCheckedAddress(target: Endpoint, guacd: GuacdAddress): Promise<JudgedTarget> {
  const host = await judgedAddress(target);
  if (target.port === guacd.port && isOwnInside(host)) {
    throw new DialError('own_part', { target });
  }
  return { host, port: target.port, isHere: !isOwnInside(host) && isThisMachine(host) };
}

/** A VNC repeater dials in its turn; one on this machine does so within our walls. */
export async function judgeRepeated(isHere: boolean, parameters: GuacdParameters): Promise<void> {
  const { 'dest-host': host, 'dest-port': port } = parameters;
  if (typeof host === 'string' && host !== '' && typeof port === 'string') {
    await judgeOnward(isHere, { host, port: Number(port) });
  }
}
