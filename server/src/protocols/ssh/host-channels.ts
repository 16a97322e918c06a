import { duplexPair, type Duplex } from 'node:stream';

import type { AcceptConnection, Client, ClientChannel } from 'ssh2';

import { setAgent } from '../ssh2-internals.ts';
import { closing, ForwardError } from './forward.ts';

/** Where a host listens for a client: at an address of its own, or at a socket. */
export type ListenAt = { host: string; port: number } | { path: string };

/** Who knocked, as the host says. */
export interface Origin {
  address: string;
  port: number;
}

/** For what a host wants a channel towards us. */
export interface Knock {
  from: Origin;
  /** Where it listens for us; not for an agent or a screen. */
  at?: ListenAt;
}

/** A channel that a host wants to open. It waits until it is answered. */
export interface HostOpening extends Knock {
  accept(): Duplex;
  refuse(): void;
}

type OnOpening = (opening: HostOpening) => void;

const NOWHERE: Origin = { address: '', port: 0 };

/** The channels that a host opens towards us on a connection. It was asked to: others ssh2 refuses by itself. */
export class HostChannels {
  readonly #client: Client;
  readonly #listeners = new Map<string, OnOpening>();

  constructor(client: Client, { onAgent, onX11 }: { onAgent: OnOpening; onX11: OnOpening }) {
    this.#client = client;
    setAgent(client, (answer) => onAgent(agentOpening(answer)));
    client.on('x11', ({ srcIP, srcPort }, accept, reject) =>
      onX11(openingOf({ from: { address: srcIP, port: srcPort } }, accept, reject)),
    );
    client.on('tcp connection', ({ destIP: host, destPort: port, srcIP, srcPort }, accept, reject) => {
      const knock = { from: { address: srcIP, port: srcPort }, at: { host, port } };
      this.#take(knock.at, openingOf(knock, accept, reject));
    });
    client.on('unix connection', ({ socketPath: path }, accept, reject) => {
      const knock = { from: NOWHERE, at: { path } };
      this.#take(knock.at, openingOf(knock, accept, reject));
    });
  }

  /** Makes the host listen. Resolves with where it does: with 0 it chooses a port by itself. */
  listen(at: ListenAt, onOpening: OnOpening, signal: AbortSignal): Promise<ListenAt> {
    return new Promise((resolve, reject) => {
      const settle = (say: () => void) => {
        this.#client.off('close', onClose);
        signal.removeEventListener('abort', onAbort);
        say();
      };
      const onClose = () => settle(() => reject(new ForwardError('closed')));
      const onAbort = () => settle(() => reject(signal.reason));
      const onAnswer = (error: Error | undefined, chosen: ListenAt) => {
        if (error) {
          settle(() => reject(new ForwardError('prohibited', { cause: error })));
        } else if (signal.aborted) {
          // Nobody waits any more for what came late.
          this.stopListening(chosen);
        } else {
          // At once: who knocks first may do so in the same packet.
          this.#listeners.set(keyOf(chosen), onOpening);
          settle(() => resolve(chosen));
        }
      };
      this.#client.once('close', onClose);
      signal.addEventListener('abort', onAbort);
      try {
        if ('path' in at) {
          this.#client.openssh_forwardInStreamLocal(at.path, (error) => onAnswer(error ?? undefined, at));
        } else {
          this.#client.forwardIn(at.host, at.port, (error, port) => onAnswer(error, { ...at, port }));
        }
      } catch (error) {
        settle(() => reject(new ForwardError('closed', { cause: error })));
      }
    });
  }

  /** The host listens no more. Does not wait for it to say so: it is not heard any more. */
  stopListening(at: ListenAt): void {
    this.#listeners.delete(keyOf(at));
    try {
      if ('path' in at) {
        this.#client.openssh_unforwardInStreamLocal(at.path, () => undefined);
      } else {
        this.#client.unforwardIn(at.host, at.port, () => undefined);
      }
    } catch {
      // The connection is gone already, and the listener with it.
    }
  }

  #take(at: ListenAt, opening: HostOpening): void {
    const onOpening = this.#listeners.get(keyOf(at));
    if (onOpening) {
      onOpening(opening);
    } else {
      opening.refuse();
    }
  }
}

function keyOf(at: ListenAt): string {
  return 'path' in at ? at.path : `${at.host}:${at.port}`;
}

function openingOf(knock: Knock, accept: AcceptConnection, refuse: () => void): HostOpening {
  return { ...knock, accept: () => closing(accept() as ClientChannel), refuse };
}

/** ssh2 joins the channel to what it is given: to one end of a pair, of which the other one is ours. */
function agentOpening(answer: (error: Error | null, stream?: Duplex) => void): HostOpening {
  return {
    from: NOWHERE,
    accept: () => {
      const [theirs, ours] = duplexPair();
      answer(null, theirs);
      return ours;
    },
    refuse: () => answer(new Error('ssh: no agent')),
  };
}
