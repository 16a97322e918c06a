import type { GatewayStateName } from '@jadegate/contract/access/access-gateway';
import type { Way } from '@jadegate/contract/access/way';

import type { Clock } from '../../kernel/clock.ts';
import type { SshConnection } from '../../protocols/dial/dial.ts';

export interface GatewayState {
  name: GatewayStateName;
  /** When it began; nothing when the gateway was never used. */
  since: number | undefined;
  /** Streams that run through it now. */
  channels: number;
  /** Why it failed. */
  way?: Way;
}

/** What is known of one gateway's connection. */
export class GatewayEntry {
  readonly #clock: Clock;
  readonly #lingerMs: number;
  #name: GatewayStateName = 'unused';
  #since: number | undefined;
  #way: Way | undefined;
  #channels = 0;
  #linger: NodeJS.Timeout | undefined;
  connection: SshConnection | undefined;
  connecting: Promise<SshConnection> | undefined;
  version = '';

  constructor(clock: Clock, lingerMs: number) {
    this.#clock = clock;
    this.#lingerMs = lingerMs;
  }

  get state(): GatewayState {
    const way = this.#name === 'failed' && this.#way;
    return { name: this.#name, since: this.#since, channels: this.#channels, ...(way && { way }) };
  }

  /** Takes a place; the answer gives it back, once. */
  hold(): () => void {
    this.#channels++;
    clearTimeout(this.#linger);
    let isHeld = true;
    return () => {
      if (isHeld) {
        isHeld = false;
        this.#channels--;
        this.#lingerIfUnused();
      }
    };
  }

  adopt(connection: SshConnection, version: string): void {
    this.connection = connection;
    this.version = version;
    this.#become('connected');
    connection.once('close', () => {
      // One that was ended on purpose has been put aside before.
      if (this.connection === connection) {
        this.connection = undefined;
        clearTimeout(this.#linger);
        this.failed({ kind: 'closed' }, this.#clock.now());
      }
    });
    this.#lingerIfUnused();
  }

  /** Does not speak against a connection that is open and works. */
  failed(way: Way, at: number): void {
    if (!this.connection) {
      this.#name = 'failed';
      this.#way = way;
      this.#since = at;
    }
  }

  end(): void {
    clearTimeout(this.#linger);
    const { connection } = this;
    if (connection) {
      this.connection = undefined;
      this.#become('idle');
      connection.destroy();
    }
  }

  #become(name: GatewayStateName): void {
    this.#name = name;
    this.#since = this.#clock.now();
    this.#way = undefined;
  }

  #lingerIfUnused(): void {
    clearTimeout(this.#linger);
    if (this.connection && this.#channels === 0) {
      this.#linger = setTimeout(() => this.end(), this.#lingerMs);
      this.#linger.unref();
    }
  }
}
