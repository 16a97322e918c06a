import type { Duplex } from 'node:stream';

import type { Way } from '@jadegate/contract/access/way';

import type { Clock } from '../../kernel/clock.ts';
import { startDeadline } from '../../kernel/deadline.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import {
  endWith,
  loginToHop,
  openThrough,
  unreached,
  type DialOptions,
  type GatewayHop,
  type HopPlace,
  type SshConnection,
} from '../../protocols/dial/dial.ts';
import type { Endpoint } from '../../protocols/dial/target.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import { GatewayEntry, type GatewayState } from './gateway-entry.ts';

/** One gateway of a chain, as its row says. */
interface GatewayRow extends Endpoint {
  id: string;
  name: string;
  /** Changes whenever a connection made before is no longer right. */
  version: string;
}

interface GatewaySource {
  /** The gateways on the way, outermost first, the named one last; undefined when one is gone. */
  chain(id: string): Promise<readonly GatewayRow[] | undefined>;
  /** With secrets and host keys, for logging in. */
  hop(row: GatewayRow): Promise<GatewayHop>;
}

export interface PoolOptions {
  clock: Clock;
  /** How long a connection that nobody uses is kept for the next one. */
  lingerMs?: number;
  keepaliveMs?: number;
  connectTimeoutMs?: number;
  maxChannels?: number;
}

const DEFAULTS = { lingerMs: 60_000, keepaliveMs: 10_000, connectTimeoutMs: 15_000, maxChannels: 256 };

/**
 * One SSH connection per gateway, shared by everything that goes through it, made when first needed and closed a while
 * after its last use. A gateway behind another holds a channel of it. Nothing here listens.
 */
export class GatewayPool {
  readonly #source: GatewaySource;
  readonly #options: Required<PoolOptions>;
  readonly #entries = new Map<string, GatewayEntry>();
  readonly #closing = new AbortController();

  constructor(source: GatewaySource, options: PoolOptions) {
    this.#source = source;
    this.#options = { ...DEFAULTS, ...options };
  }

  state(id: string): GatewayState {
    return this.#entries.get(id)?.state ?? { name: 'unused', since: undefined, channels: 0 };
  }

  /** A stream to the target through the gateway, and through those before it. */
  async open(id: string, target: Endpoint, options: DialOptions): Promise<Duplex> {
    const chain = await this.#source.chain(id);
    if (!chain) {
      throw new GatewayMissing();
    }
    const deadline = startDeadline(options.timeoutMs, options.signal);
    try {
      return await this.#openThrough(chain, target, deadline.signal);
    } catch (error) {
      const place = error instanceof DialError ? { hop: error.hop, hopName: error.hopName } : placeOf(chain);
      if (deadline.isTimeUp) {
        throw new DialError('timeout', place);
      }
      throw deadline.signal.aborted ? new DialError('aborted', place) : error;
    } finally {
      deadline.end();
    }
  }

  /**
   * Logs in anew, whatever is open already, so that the answer is about now. A good connection is kept for use when
   * there is none. `hop` may carry another host-key policy than the source's.
   */
  async test(id: string, hop: GatewayHop): Promise<void> {
    const chain = await this.#source.chain(id);
    if (!chain) {
      throw new GatewayMissing();
    }
    const entry = this.#entry(id);
    const connection = await this.#connect(chain, entry, hop);
    if (entry.connection) {
      connection.end();
    } else {
      this.#adopt(entry, connection, rowOf(chain).version);
    }
  }

  /** After a change of the row: connections made with the old one end, and with them all that runs through them. */
  drop(id: string): void {
    this.#entries.get(id)?.end();
    this.#entries.delete(id);
  }

  close(): void {
    this.#closing.abort();
    for (const entry of this.#entries.values()) {
      entry.end();
    }
    this.#entries.clear();
  }

  async #openThrough(chain: readonly GatewayRow[], target: Endpoint, signal: AbortSignal): Promise<Duplex> {
    const entry = this.#entry(rowOf(chain).id);
    if (entry.state.channels >= this.#options.maxChannels) {
      throw new DialError('gateway_forward_refused', { ...placeOf(chain), reason: 'busy', target });
    }
    const release = entry.hold();
    try {
      const stream = await this.#tryTwice(chain, entry, target, signal);
      stream.once('close', release);
      return stream;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** A kept connection may have died unnoticed. Then, and only then, a new one is tried. */
  async #tryTwice(
    chain: readonly GatewayRow[],
    entry: GatewayEntry,
    target: Endpoint,
    signal: AbortSignal,
  ): Promise<Duplex> {
    const wasOpen = entry.connection !== undefined;
    const open = async () => {
      const connection = await this.#connection(chain, entry, signal);
      const stream = await openThrough(connection, target, signal, placeOf(chain));
      endWith(connection, stream, placeOf(chain));
      return stream;
    };
    try {
      return await open();
    } catch (error) {
      const isDead =
        error instanceof DialError && error.kind === 'gateway_connect' && error.reason === 'closed';
      if (wasOpen && isDead) {
        return open();
      }
      throw error;
    }
  }

  async #connection(
    chain: readonly GatewayRow[],
    entry: GatewayEntry,
    signal: AbortSignal,
  ): Promise<SshConnection> {
    const row = rowOf(chain);
    if (entry.connection && entry.version !== row.version) {
      entry.end();
    }
    if (entry.connection) {
      return entry.connection;
    }
    entry.connecting ??= this.#source
      .hop(row)
      .then((hop) => this.#connect(chain, entry, hop))
      .then((connection) => this.#adopt(entry, connection, row.version))
      .finally(() => {
        entry.connecting = undefined;
      });
    return withSignal(entry.connecting, signal);
  }

  /** Has its own time limit: several callers may wait for it, and one of them leaving must not end it for the others. */
  async #connect(chain: readonly GatewayRow[], entry: GatewayEntry, hop: GatewayHop): Promise<SshConnection> {
    const { connectTimeoutMs, keepaliveMs, clock } = this.#options;
    const place = placeOf(chain);
    const deadline = startDeadline(connectTimeoutMs, this.#closing.signal);
    const { signal } = deadline;
    try {
      const stream = await this.#reach(chain, signal);
      return await loginToHop(hop, stream, { timeoutMs: connectTimeoutMs, signal, keepaliveMs }, place);
    } catch (error) {
      const failure = deadline.isTimeUp ? new DialError('timeout', { ...place, cause: error }) : error;
      if (failure instanceof DialError) {
        entry.failed(wayOf(failure, hop), clock.now());
      }
      throw failure;
    } finally {
      deadline.end();
    }
  }

  async #reach(chain: readonly GatewayRow[], signal: AbortSignal): Promise<Duplex> {
    const row = rowOf(chain);
    const before = chain.slice(0, -1);
    if (before.length > 0) {
      return this.#openThrough(before, row, signal);
    }
    try {
      return await connectTcp(row, signal);
    } catch (error) {
      throw error instanceof DialError ? unreached(error, placeOf(chain)) : error;
    }
  }

  #adopt(entry: GatewayEntry, connection: SshConnection, version: string): SshConnection {
    if (this.#closing.signal.aborted) {
      connection.destroy();
      throw new DialError('aborted');
    }
    entry.adopt(connection, version);
    return connection;
  }

  #entry(id: string): GatewayEntry {
    let entry = this.#entries.get(id);
    if (!entry) {
      entry = new GatewayEntry(this.#options.clock, this.#options.lingerMs);
      this.#entries.set(id, entry);
    }
    return entry;
  }
}

/** A gateway of the chain was deleted. */
export class GatewayMissing extends Error {
  readonly way: Way = { kind: 'gateway_missing' };
}

function rowOf(chain: readonly GatewayRow[]): GatewayRow {
  const row = chain.at(-1);
  if (!row) {
    throw new GatewayMissing();
  }
  return row;
}

function placeOf(chain: readonly GatewayRow[]): HopPlace {
  return { hop: chain.length, hopName: rowOf(chain).name };
}

function withSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) {
      onAbort();
    }
  });
}
