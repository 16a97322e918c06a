import dns from 'node:dns';
import net from 'node:net';
import type { Duplex } from 'node:stream';

import { isOwnPart, isThisMachine } from '../../kernel/own-parts.ts';
import { DialError, type DialFailure } from './dial-error.ts';
import { noteEndsHere } from './onward.ts';
import type { Endpoint } from './target.ts';

const FAILURES: Record<string, DialFailure> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  ETIMEDOUT: 'timeout',
};

/** Protocols that cannot ask by themselves learn from the network that a silent host is gone; by default after hours. */
const KEEPALIVE_MS = 15_000;

/**
 * A plain connection: the one place where the product dials what a person has entered. Each address is judged at the moment
 * it is dialled, as the name was looked up for this very connection, so that a name cannot lead elsewhere in between. The
 * caller's abort ends the attempt and leaves no socket.
 */
export async function connectTcp(target: Endpoint, signal: AbortSignal): Promise<net.Socket> {
  if (net.isIP(target.host) !== 0) {
    await refuseOwnParts([target.host], target);
  }
  const socket = await connect(target, signal);
  if (isThisMachine(socket.remoteAddress ?? '')) {
    noteEndsHere(socket);
  }
  return socket;
}

/** The address behind a stream of `connectTcp`. */
export function dialledAddress(stream: Duplex): string | undefined {
  return stream instanceof net.Socket ? stream.remoteAddress : undefined;
}

/** For whoever dials in our place: an address that was judged, to be dialled as it is. */
export async function judgedAddress(target: Endpoint): Promise<string> {
  const [first] = await lookUp(target).catch((error: unknown) => {
    throw error instanceof DialError ? error : new DialError('dns', { cause: error });
  });
  if (!first) {
    throw new DialError('dns');
  }
  return first.address;
}

async function lookUp(target: Endpoint, options: dns.LookupOptions = {}): Promise<dns.LookupAddress[]> {
  const found = await dns.promises.lookup(target.host, { ...options, all: true });
  await refuseOwnParts(
    found.map(({ address }) => address),
    target,
  );
  return found;
}

/** A name that leads to a part of the product by any of its addresses is refused whole. */
async function refuseOwnParts(addresses: readonly string[], target: Endpoint): Promise<void> {
  for (const address of addresses) {
    if (await isOwnPart(address, target.port)) {
      throw new DialError('own_part', { target });
    }
  }
}

/** Looks a name up for a socket, which dials what it is given here and nothing else. */
function judging(target: Endpoint): net.LookupFunction {
  return (_host, options, answer) => {
    lookUp(target, options).then(
      (found) =>
        options.all ? answer(null, found) : answer(null, found[0]?.address ?? '', found[0]?.family),
      (error: unknown) => answer(error as NodeJS.ErrnoException, ''),
    );
  };
}

function connect(target: Endpoint, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS };
    const { host, port } = target;
    const socket = net.connect({ host, port, noDelay: true, ...keepAlive, lookup: judging(target) });
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      socket.off('error', onError);
    };
    const onAbort = () => {
      settle();
      socket.on('error', () => undefined);
      socket.destroy();
      reject(signal.reason);
    };
    const onError = (error: NodeJS.ErrnoException | DialError) => {
      settle();
      socket.destroy();
      reject(
        error instanceof DialError
          ? error
          : new DialError(FAILURES[error.code ?? ''] ?? 'unreachable', { cause: error }),
      );
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      settle();
      // Whoever uses the stream learns of its end from `close`; an error that nobody heard would end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) {
      onAbort();
    }
  });
}
