import type { Duplex } from 'node:stream';

import { startDeadline } from '../../kernel/deadline.ts';
import { connectSsh, type SshAuth } from '../ssh/connect.ts';
import { ForwardError } from '../ssh/forward.ts';
import type { HostKeyPolicy } from '../ssh/host-key.ts';
import { SshError } from '../ssh/ssh-error.ts';
import { DialError, type DialReason } from './dial-error.ts';
import { forwardOnward, noteLogin } from './onward.ts';
import { connectSocks } from './socks.ts';
import type { Endpoint, SocksProxy } from './target.ts';
import { connectTcp } from './tcp.ts';

/** One SSH server on the way. */
export interface GatewayHop extends Endpoint {
  name: string;
  username: string;
  auth: SshAuth | undefined;
  hostKey: HostKeyPolicy;
}

export interface Route {
  /** Leads to the first gateway, or to the target when there is none. */
  socks?: SocksProxy | undefined;
  /** Outermost first. */
  gateways: readonly GatewayHop[];
}

export interface DialOptions {
  /** For the whole way. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The SSH connection type of this product, without naming the package outside of protocols/ssh. */
export type SshConnection = Awaited<ReturnType<typeof connectSsh>>;

/** An open stream to the target, or a `DialError`. Opens no port, and leaves nothing behind when it fails. */
export async function dial(target: Endpoint, route: Route, options: DialOptions): Promise<Duplex> {
  const deadline = startDeadline(options.timeoutMs, options.signal);
  const { signal } = deadline;
  const connections: SshConnection[] = [];
  let place: HopPlace | undefined;
  try {
    const [first = target] = route.gateways;
    let stream = await firstStep(first, route, signal);
    for (const [index, hop] of route.gateways.entries()) {
      place = { hop: index + 1, hopName: hop.name };
      const connection = await loginToHop(hop, stream, { timeoutMs: options.timeoutMs, signal }, place);
      connections.push(connection);
      stream = await openThrough(connection, route.gateways[index + 1] ?? target, signal, place);
    }
    const innermost = stream;
    innermost.once('close', () => endAll(connections));
    // The way ends with any of its parts.
    for (const [index, connection] of connections.entries()) {
      const hopName = route.gateways[index]?.name;
      endWith(connection, innermost, { hop: index + 1, hopName: hopName ?? '' });
    }
    return innermost;
  } catch (error) {
    endAll(connections);
    if (deadline.isTimeUp) {
      throw new DialError('timeout', { ...place, cause: error });
    }
    throw signal.aborted ? new DialError('aborted', { ...place }) : error;
  } finally {
    deadline.end();
  }
}

export interface HopPlace {
  hop: number;
  hopName: string;
}

async function firstStep(first: Endpoint, route: Route, signal: AbortSignal): Promise<Duplex> {
  if (route.socks) {
    return connectSocks(route.socks, first, signal);
  }
  try {
    return await connectTcp(first, signal);
  } catch (error) {
    const [hop] = route.gateways;
    throw hop && error instanceof DialError ? unreached(error, { hop: 1, hopName: hop.name }) : error;
  }
}

/** The same failure, said of a gateway instead of the target. */
export function unreached(error: DialError, place: HopPlace): DialError {
  return new DialError('gateway_connect', {
    reason: error.kind as DialReason,
    ...place,
    cause: error.cause,
  });
}

/** Logs in to a gateway over an open stream. */
export async function loginToHop(
  hop: GatewayHop,
  stream: Duplex,
  options: DialOptions & { keepaliveMs?: number },
  place: HopPlace,
): Promise<SshConnection> {
  try {
    return noteLogin(await connectSsh({ stream, ...hop, ...options }), stream);
  } catch (error) {
    throw error instanceof SshError ? asDialError(error, place) : error;
  }
}

function asDialError(error: SshError, place: HopPlace): DialError {
  switch (error.kind) {
    case 'auth_failed':
      return new DialError('gateway_auth', place);
    case 'host_key_changed':
    case 'host_key_unknown':
      return new DialError(`gateway_${error.kind}`, { ...place, offered: error.offered });
    case 'timeout':
    case 'aborted':
      return new DialError(error.kind, place);
    default:
      return new DialError('gateway_connect', { ...place, reason: error.kind, cause: error.cause });
  }
}

/** A channel through a logged-in gateway. */
export async function openThrough(
  connection: SshConnection,
  target: Endpoint,
  signal: AbortSignal,
  place: HopPlace,
): Promise<Duplex> {
  try {
    return await forwardOnward(connection, target, signal);
  } catch (error) {
    if (error instanceof DialError) {
      throw new DialError(error.kind, { ...place, target });
    }
    if (!(error instanceof ForwardError)) {
      throw error;
    }
    const kind = error.kind === 'closed' ? 'gateway_connect' : 'gateway_forward_refused';
    throw new DialError(kind, { ...place, reason: error.kind, target });
  }
}

/** A stream that runs through a gateway ends with it, and knows why. */
export function endWith(connection: SshConnection, stream: Duplex, place: HopPlace): void {
  const onLost = () => stream.destroy(new DialError('gateway_lost', place));
  connection.once('close', onLost);
  stream.once('close', () => connection.off('close', onLost));
}

/** Innermost first, because each runs inside the one before it. */
function endAll(connections: readonly SshConnection[]): void {
  for (const connection of connections.toReversed()) {
    connection.destroy();
  }
}
