import dgram from 'node:dgram';
import { isIPv6 } from 'node:net';

import type { ConfigOf } from '@jadegate/contract/platform/events/destination-config';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { judgedAddress, type RefuseAddress } from '../../../protocols/dial/tcp.ts';
import { connectionFailure } from './connection-failure.ts';
import type { EventSender, Receipt } from './event-sender.ts';
import { syslogMessage } from './syslog-format.ts';

interface Options {
  config: ConfigOf<'syslog'>;
  place: string;
  refuse: RefuseAddress;
}

/** What a receiver of usual size can keep until it has read it. */
const BATCH = 40;
const PAUSE_MS = 10;
/** A machine on which nobody listens says so within this. */
const SETTLE_MS = 200;

/** Syslog over UDP (RFC 5426): nobody says what has arrived, and what is lost on the way stays lost. */
export class SyslogDatagramSender implements EventSender {
  readonly batch = BATCH;
  readonly settleMs = SETTLE_MS;
  readonly #options: Options;
  #socket: dgram.Socket | undefined;
  #failure: unknown;

  constructor(options: Options) {
    this.#options = options;
  }

  async send(events: readonly EventJson[], signal: AbortSignal): Promise<Receipt> {
    this.check();
    const { config, place } = this.#options;
    const socket = (this.#socket ??= await this.#open());
    const messages = events.map((event) => syslogMessage(event, config));
    try {
      for (const message of messages) {
        signal.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
          socket.send(message, (error) => (error ? reject(error) : resolve()));
        });
      }
    } catch (error) {
      await this.close();
      throw connectionFailure(error, place);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return { sent: messages.join('\n'), answer: '' };
  }

  check(): void {
    if (this.#failure !== undefined) {
      throw connectionFailure(this.#failure, this.#options.place);
    }
  }

  async close(): Promise<void> {
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** To an address that was judged: a socket that looks the name up by itself would ask anew. */
  async #open(): Promise<dgram.Socket> {
    const { config, place, refuse } = this.#options;
    const address = await judgedAddress(config, refuse).catch((error: unknown) => {
      throw connectionFailure(error, place);
    });
    const socket = dgram.createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.connect(config.port, address, () => {
        socket.off('error', reject);
        socket.on('error', (error) => {
          this.#failure = error;
        });
        resolve(socket);
      });
    });
  }
}
