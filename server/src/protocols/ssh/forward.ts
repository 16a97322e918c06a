import type { Duplex } from 'node:stream';

import type { Client, ClientChannel } from 'ssh2';

/** `prohibited`: the host does not forward; `connect_failed`: it tried and could not get there; `closed`: it is gone. */
type ForwardFailure = 'prohibited' | 'connect_failed' | 'closed';

export class ForwardError extends Error {
  readonly kind: ForwardFailure;

  constructor(kind: ForwardFailure, options?: ErrorOptions) {
    super(`ssh forward: ${kind}`, options);
    this.name = 'ForwardError';
    this.kind = kind;
  }
}

/** The number that RFC 4254 gives "connect failed"; every other refusal is the host's own will. */
const CONNECT_FAILED = 2;

/**
 * A direct-tcpip channel, or one to a socket of the host. Resolves when the host confirms that it reached the target; opens
 * no port here.
 */
export function forward(
  client: Client,
  to: { host: string; port: number } | { path: string },
  signal: AbortSignal,
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      client.off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    };
    const onClose = () => {
      settle();
      reject(new ForwardError('closed'));
    };
    const onAbort = () => {
      settle();
      reject(signal.reason);
    };
    client.once('close', onClose);
    signal.addEventListener('abort', onAbort);
    try {
      const onChannel = (error: Error | undefined, channel: ClientChannel | undefined) => {
        if (signal.aborted) {
          // Nobody waits any more for what came late.
          channel?.destroy();
          return;
        }
        settle();
        if (error || !channel) {
          const isUnreached = (error as { reason?: unknown } | undefined)?.reason === CONNECT_FAILED;
          reject(new ForwardError(isUnreached ? 'connect_failed' : 'prohibited', { cause: error }));
          return;
        }
        resolve(closing(channel));
      };
      if ('path' in to) {
        client.openssh_forwardOutStreamLocal(to.path, onChannel);
      } else {
        client.forwardOut('127.0.0.1', 0, to.host, to.port, onChannel);
      }
    } catch (error) {
      settle();
      reject(new ForwardError('closed', { cause: error }));
    }
  });
}

/** ssh2 tells that a channel is closed only once its last byte was read; one that is destroyed has no reader any more. */
export function closing(channel: ClientChannel): ClientChannel {
  channel.on('error', () => undefined);
  const destroy = channel.destroy.bind(channel);
  channel.destroy = (error?: Error) => {
    if (error) {
      // ssh2 would keep it to itself.
      channel.emit('error', error);
    }
    destroy();
    // Whatever it was piped into would hold it again when it closes in its turn.
    channel.unpipe();
    channel.resume();
    return channel;
  };
  return channel;
}
