import { isIP, type Socket } from 'node:net';
import tls from 'node:tls';

import type { ConfigOf } from '@jadegate/contract/platform/events/destination-config';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { SECOND_MS } from '../../../kernel/clock.ts';
import type { Secret } from '../../../kernel/secret.ts';
import { connectTcp, type RefuseAddress } from '../../../protocols/dial/tcp.ts';
import { connectionFailure } from './connection-failure.ts';
import { SendFailure, type EventSender, type Receipt } from './event-sender.ts';
import { syslogMessage } from './syslog-format.ts';
import { unacknowledgedBytes } from './unacknowledged.ts';

interface Options {
  config: ConfigOf<'syslog'>;
  key: Secret | undefined;
  place: string;
  refuse: RefuseAddress;
}

const CONNECT_MS = 10 * SECOND_MS;
/** The other machine has a batch after this, or is taken for gone. */
const TAKE_MS = 15 * SECOND_MS;
const LOOK_MS = 20;
const BATCH = 200;

/**
 * Syslog over TCP (RFC 6587, octets counted) or TLS (RFC 5425). No receiver says what it has, so a batch counts as handed
 * over when the other machine has acknowledged its bytes, and as delivered when the connection lives on for a while after
 * that: a receiver that dies with something unread takes its connection with it.
 */
export class SyslogStreamSender implements EventSender {
  readonly batch = BATCH;
  readonly settleMs = SECOND_MS;
  readonly #options: Options;
  #line: { plain: Socket; stream: Socket } | undefined;
  #failure: SendFailure | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async send(events: readonly EventJson[], signal: AbortSignal): Promise<Receipt> {
    this.check();
    const { config, place } = this.#options;
    const line = (this.#line ??= await this.#connect(signal));
    const frames = events.map((event) => {
      const message = syslogMessage(event, config);
      return `${Buffer.byteLength(message)} ${message}`;
    });
    const sent = frames.join('');
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(TAKE_MS)]);
    try {
      await this.#write(line.stream, sent, deadline);
      await this.#taken(line.plain, deadline);
    } catch (error) {
      this.#drop();
      throw signal.aborted || !deadline.aborted
        ? connectionFailure(error, place)
        : new SendFailure('event_destination.timeout', { place }, { cause: error });
    }
    this.check();
    return { sent, answer: '' };
  }

  check(): void {
    if (this.#failure) {
      throw this.#failure;
    }
  }

  async close(): Promise<void> {
    this.#line?.stream.end();
    this.#line?.plain.destroySoon();
    this.#line = undefined;
  }

  #drop(): void {
    this.#line?.stream.destroy();
    this.#line?.plain.destroy();
    this.#line = undefined;
  }

  async #connect(signal: AbortSignal): Promise<{ plain: Socket; stream: Socket }> {
    const { config, place, refuse } = this.#options;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
    try {
      const plain = await connectTcp(config, deadline, refuse);
      const stream = config.transport === 'tls' ? await this.#secure(plain, deadline) : plain;
      stream.on('error', (error: Error) => {
        this.#failure ??= connectionFailure(error, place);
      });
      // It says nothing of its own accord; what it says is of no use.
      stream.resume();
      stream.on('close', () => {
        if (this.#line?.stream === stream) {
          this.#failure ??= new SendFailure('event_destination.closed', { place });
        }
      });
      stream.on('end', () => {
        this.#failure ??= new SendFailure('event_destination.closed', { place });
      });
      return { plain, stream };
    } catch (error) {
      throw deadline.aborted && !signal.aborted
        ? new SendFailure('event_destination.timeout', { place }, { cause: error })
        : connectionFailure(error, place);
    }
  }

  #secure(plain: Socket, signal: AbortSignal): Promise<Socket> {
    const { config, key } = this.#options;
    return new Promise((resolve, reject) => {
      const secured = tls.connect({
        socket: plain,
        host: config.host,
        ...(isIP(config.host) === 0 && { servername: config.host }),
        ...(config.ca !== '' && { ca: config.ca }),
        ...(config.certificate !== '' && { cert: config.certificate, key: key?.expose() }),
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      });
      const fail = (error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        plain.destroy();
        reject(error instanceof Error ? error : new Error('aborted', { cause: error }));
      };
      const onAbort = () => fail(signal.reason);
      secured.once('error', fail);
      signal.addEventListener('abort', onAbort);
      secured.once('secureConnect', () => {
        signal.removeEventListener('abort', onAbort);
        secured.off('error', fail);
        resolve(secured);
      });
    });
  }

  #write(stream: Socket, text: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason as Error);
      const onClose = () => reject(this.#failure ?? new Error('closed'));
      const settle = () => {
        signal.removeEventListener('abort', onAbort);
        stream.off('close', onClose);
      };
      signal.addEventListener('abort', onAbort);
      stream.once('close', onClose);
      stream.write(text, (error) => {
        settle();
        if (error) {
          reject(this.#failure ?? error);
        } else {
          resolve();
        }
      });
      if (signal.aborted) {
        onAbort();
      } else if (stream.destroyed) {
        onClose();
      }
    });
  }

  /** Resolves when the other machine has what was written. */
  async #taken(plain: Socket, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      this.check();
      const waiting = plain.destroyed ? 0 : await unacknowledgedBytes(plain);
      if (waiting === undefined || waiting === 0) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}
