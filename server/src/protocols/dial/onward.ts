import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';

import { isOwnInside, isOwnPart, isThisMachine } from '../../kernel/own-parts.ts';
import type { SshConnection } from '../ssh/connect.ts';
import { forward } from '../ssh/forward.ts';
import { DialError } from './dial-error.ts';
import type { Endpoint } from './target.ts';

/** Streams and logins that end at this very machine: what they lead to is dialled by it, and so within our walls. */
const endingHere = new WeakSet<object>();

export function noteEndsHere(way: Duplex | SshConnection): void {
  endingHere.add(way);
}

export function endsHere(way: Duplex | SshConnection): boolean {
  return endingHere.has(way);
}

/** Whoever logs in over a stream is where that leads. */
export function noteLogin(connection: SshConnection, stream: Duplex): SshConnection {
  if (endsHere(stream)) {
    noteEndsHere(connection);
  }
  return connection;
}

/** A channel through a logged-in host, judged as if we dialled it ourselves where that host is this machine. */
export async function forwardOnward(
  connection: SshConnection,
  target: Endpoint | { path: string },
  signal: AbortSignal,
): Promise<Duplex> {
  if ('path' in target) {
    return forward(connection, target, signal);
  }
  const addresses = await judgeOnward(endsHere(connection), target);
  const stream = await forward(connection, dialledThere(connection, target, addresses), signal);
  return noteOnward(stream, connection, addresses);
}

/** At this machine names mean what they mean to us: it dials what was judged, not what the name leads to a moment later. */
function dialledThere(connection: SshConnection, target: Endpoint, addresses: readonly string[]): Endpoint {
  if (!endsHere(connection)) {
    return target;
  }
  const [host] = addresses;
  if (host === undefined) {
    throw new DialError('dns', { target });
  }
  return { host, port: target.port };
}

/**
 * Refuses a target that another host would dial for us when that leads to a part of the product. What loopback is to a
 * host elsewhere is its own affair, and so is what names mean there; `isHere` says that it is this machine. Answers the addresses that are known of it.
 */
export async function judgeOnward(isHere: boolean, target: Endpoint): Promise<string[]> {
  const addresses = await addressesOf(target.host, isHere);
  for (const address of addresses) {
    if ((isHere || !isOwnInside(address)) && (await isOwnPart(address, target.port))) {
      throw new DialError('own_part', { target });
    }
  }
  return addresses;
}

/** A way that leads on from another, and perhaps back to this machine. */
export function noteOnward(
  stream: Duplex,
  way: Duplex | SshConnection,
  addresses: readonly string[],
): Duplex {
  const isHere = endsHere(way);
  // A proxy's stream leads on itself.
  endingHere.delete(stream);
  if (addresses.some((address) => (isHere || !isOwnInside(address)) && isThisMachine(address))) {
    noteEndsHere(stream);
  }
  return stream;
}

async function addressesOf(host: string, isHere: boolean): Promise<string[]> {
  if (isIP(host) !== 0) {
    return [host];
  }
  if (!isHere) {
    return [];
  }
  // IPv4 first: of several addresses one is dialled, and what listens on this machine mostly listens there.
  const found = await lookup(host, { all: true, order: 'ipv4first' }).catch(() => []);
  return found.map(({ address }) => address);
}
