import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import iconv from 'iconv-lite';

import {
  endOfSocket,
  type ChannelEnd,
  type TerminalChannel,
  type TerminalEvents,
} from '../terminal-channel.ts';
import { TelnetLogin, type TelnetAccount, type TelnetPrompts } from './login.ts';
import { TelnetNegotiation } from './negotiation.ts';
import { acknowledgements } from './unacknowledged.ts';

export interface TelnetOptions {
  size: TerminalSize;
  term: string;
  /** What the host writes and reads, such as `big5`. UTF-8 passes untouched. */
  charset: string;
  account: TelnetAccount;
  prompts: TelnetPrompts;
}

/** The host said that the login was refused. */
export class TelnetLoginRefused extends Error {
  constructor() {
    super('telnet: login refused');
    this.name = 'TelnetLoginRefused';
  }
}

/** Turns an open connection into a terminal and logs in when the host asks. */
export function openTelnetTerminal(
  stream: Duplex,
  options: TelnetOptions,
  events: TerminalEvents,
): TerminalChannel {
  return new TelnetTerminal(stream, options, events);
}

class TelnetTerminal implements TerminalChannel {
  readonly #stream: Duplex;
  readonly #negotiation: TelnetNegotiation;
  readonly #login: TelnetLogin;
  readonly #words: Charset;
  readonly #events: TerminalEvents;
  #endWatch: (() => void) | undefined;
  #isOver = false;

  constructor(stream: Duplex, options: TelnetOptions, events: TerminalEvents) {
    this.#stream = stream;
    this.#events = events;
    this.#negotiation = new TelnetNegotiation(options.term, options.size);
    this.#login = new TelnetLogin(options.account, options.prompts);
    this.#words = new Charset(options.charset);
    // Through a gateway it is no connection of ours; the gateway's own is watched over where it is made.
    if (stream instanceof Socket) {
      this.#endWatch = acknowledgements.watch(stream, () => this.#end({ kind: 'silent' }));
    }
    stream.on('data', (bytes: Buffer) => this.#onBytes(bytes));
    stream.on('drain', () => events.onTaken());
    stream.once('end', () => this.#end({ kind: 'closed' }));
    stream.once('close', () => this.#end({ kind: 'closed' }));
    stream.once('error', (error) => this.#end(endOfSocket(error)));
  }

  write(bytes: Uint8Array): void {
    this.#send(this.#negotiation.encode(this.#words.toHost(bytes)));
  }

  get isFull(): boolean {
    return this.#stream.writableNeedDrain;
  }

  resize(size: TerminalSize): void {
    this.#send(this.#negotiation.resize(size));
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  close(): void {
    this.#isOver = true;
    this.#endWatch?.();
    this.#stream.destroy();
  }

  #onBytes(bytes: Buffer): void {
    const { data, reply } = this.#negotiation.decode(bytes);
    this.#send(reply);
    const shown = this.#words.toUtf8(data);
    if (shown.length > 0) {
      this.#events.onData(shown);
    }
    if (!this.#login.isOver) {
      this.#logIn(shown);
    }
  }

  #logIn(shown: Uint8Array): void {
    const step = this.#login.advance(Buffer.from(shown).toString());
    if (step.kind === 'send') {
      this.#send(this.#negotiation.encode(this.#words.toHost(step.bytes)));
    } else if (step.kind === 'failed') {
      this.#end({ kind: 'error', error: new TelnetLoginRefused() });
    }
  }

  #send(bytes: Buffer): void {
    if (bytes.length > 0 && !this.#isOver) {
      this.#stream.write(bytes);
    }
  }

  #end(end: ChannelEnd): void {
    if (!this.#isOver) {
      this.close();
      this.#events.onEnd(end);
    }
  }
}

/** The host's words as UTF-8 and back. A character that packets cut in two waits for its second half. */
class Charset {
  readonly #name: string;
  readonly #decoder: ReturnType<typeof iconv.getDecoder> | undefined;
  readonly #typed = new TextDecoder();

  constructor(name: string) {
    this.#name = name;
    this.#decoder = /^utf-?8$/i.test(name) ? undefined : iconv.getDecoder(name);
  }

  toUtf8(bytes: Buffer): Uint8Array {
    return this.#decoder ? Buffer.from(this.#decoder.write(bytes)) : bytes;
  }

  toHost(bytes: Uint8Array): Uint8Array {
    return this.#decoder ? iconv.encode(this.#typed.decode(bytes, { stream: true }), this.#name) : bytes;
  }
}
