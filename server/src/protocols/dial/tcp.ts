import dns from 'node:dns';
import net from 'node:net';
import type { Duplex } from 'node:stream';

import { isOwnPart, isThisMachine } from '../../kernel/own-parts.ts';
import { AddressRefused, DialError, type DialFailure } from './dial-error.ts';
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

/** Throws `AddressRefused` where something of this kind must not be led to an address. */
export type RefuseAddress = (address: string, target: Endpoint) => void;

const takeAny: RefuseAddress = () => undefined;

const isJudgement = (error: unknown) => error instanceof DialError || error instanceof AddressRefused;

/**
 * A plain connection: the one place where the product dials what a person has entered. Each address is judged at the moment
 * it is dialled, as the name was looked up for this very connection, so that a name cannot lead elsewhere in between. The
 * caller's abort ends the attempt and leaves no socket.
 */
export async function connectTcp(
  target: Endpoint,
  signal: AbortSignal,
  refuse: RefuseAddress = takeAny,
): Promise<net.Socket> {
  if (net.isIP(target.host) !== 0) {
    await judge([target.host], target, refuse);
  }
  const socket = await connect(target, signal, refuse);
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
export async function judgedAddress(target: Endpoint, refuse: RefuseAddress = takeAny): Promise<string> {
  const [first] = await lookUp(target, refuse).catch((error: unknown) => {
    throw isJudgement(error) ? error : new DialError('dns', { cause: error });
  });
  if (!first) {
    throw new DialError('dns');
  }
  return first.address;
}

async function lookUp(
  target: Endpoint,
  refuse: RefuseAddress,
  options: dns.LookupOptions = {},
): Promise<dns.LookupAddress[]> {
  const found = await dns.promises.lookup(target.host, { ...options, all: true });
  await judge(
    found.map(({ address }) => address),
    target,
    refuse,
  );
  return found;
}

/** A name that leads to a part of the product, or elsewhere where it must not, by any of its addresses is refused whole. */
async function judge(addresses: readonly string[], target: Endpoint, refuse: RefuseAddress): Promise<void> {
  for (const address of addresses) {
    refuse(address, target);
    if (await isOwnPart(address, target.port)) {
      throw new DialError('own_part', { target });
    }
  }
}

/** Looks a name up for a socket, which dials what it is given here and nothing else. */
function judging(target: Endpoint, refuse: RefuseAddress): net.LookupFunction {
  return (_host, options, answer) => {
    lookUp(target, refuse, options).then(
      (found) =>
        options.all ? answer(null, found) : answer(null, found[0]?.address ?? '', found[0]?.family),
      (error: unknown) => answer(error as NodeJS.ErrnoException, ''),
    );
  };
}

function connect(target: Endpoint, signal: AbortSignal, refuse: RefuseAddress): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS };
    const { host, port } = target;
    const socket = net.connect({ host, port, noDelay: true, ...keepAlive, lookup: judging(target, refuse) });
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
    const onError = (error: NodeJS.ErrnoException | DialError | AddressRefused) => {
      settle();
      socket.destroy();
      reject(
        isJudgement(error)
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
