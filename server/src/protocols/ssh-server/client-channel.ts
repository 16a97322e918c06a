import type { Readable } from 'node:stream';

import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import type { Connection, ServerChannel, Session } from 'ssh2';

import type { ChannelEnd } from '../terminal-channel.ts';

export interface PtyRequest {
  term: string;
  size: TerminalSize;
  /** Settings of the line, by the names of RFC 4254. */
  modes: Readonly<Record<string, number>>;
}

/** How programs of the host reach the screen of the client, which checks the cookie itself. */
export interface ScreenRequest {
  /** For one window, and no more. */
  single: boolean;
  protocol: string;
  cookie: string;
  screen: number;
}

/** What a client asked for before it said what is to run. */
export interface ChannelRequests {
  pty?: PtyRequest | undefined;
  env: Readonly<Record<string, string>>;
  wantsAgent?: boolean;
  x11?: ScreenRequest;
  /** Resolves when it knows what it may lend: nothing else is said to it before. */
  answered: Promise<unknown>;
}

/** One end of what a client runs in a session. */
export interface ChannelToClient {
  readonly requests: ChannelRequests;
  readonly input: Readable;
  /** Bytes that the client has no room for yet. */
  readonly backlog: number;
  write(bytes: Uint8Array, sent?: () => void): void;
  writeError(bytes: Uint8Array, sent?: () => void): void;
  onResize(listener: (size: TerminalSize) => void): void;
  onSignal(listener: (name: string) => void): void;
  /** At once where it is closed already. */
  onClose(listener: () => void): void;
  /** It is over, for this reason, once all of it was taken. */
  finish(end: ChannelEnd): void;
  /** Ends it with a line of ours: on the screen where there is one, and never on the output of a command. */
  refuse(text: string): void;
}

interface Piece {
  bytes: Uint8Array;
  isError: boolean;
  sent: (() => void) | undefined;
}

/** What ssh2 keeps of a piece that waits for room at the client, and does not forget when it has gone. */
interface WaitingPieces {
  _chunk: unknown;
  _chunkcb: unknown;
  _chunkErr: unknown;
  _chunkcbErr: unknown;
}

/** The names of signals that SSH has; a host may end by others. */
const SIGNALS = new Set('ABRT ALRM FPE HUP ILL INT KILL PIPE QUIT SEGV TERM USR1 USR2'.split(' '));
const REFUSED = 255;

/**
 * What a client runs in a session: its input, two outputs and an end. Output is sent piece by piece in the order in which
 * it came, whichever of the two it is for: with one waiting for room in each, ssh2 would send the older one twice.
 */
export class ClientChannel implements ChannelToClient {
  readonly requests: ChannelRequests;
  readonly #stream: ServerChannel;
  readonly #queue: Piece[] = [];
  readonly #closeListeners: (() => void)[] = [];
  #resize: ((size: TerminalSize) => void) | undefined;
  #signal: ((name: string) => void) | undefined;
  #backlog = 0;
  #isSending = false;
  #end: ChannelEnd | undefined;
  #isClosed = false;

  constructor(client: Connection, session: Session, stream: ServerChannel, requests: ChannelRequests) {
    this.requests = requests;
    this.#stream = stream;
    const onClose = () => this.#close();
    stream.on('error', () => undefined);
    // ssh2 keeps the end of a stream to itself while nobody reads it.
    for (const one of [session, stream, client]) {
      one.once('close', onClose);
    }
    // A connection that lasts all day has many channels one after the other.
    this.#closeListeners.push(() => client.off('close', onClose));
  }

  get input(): Readable {
    return this.#stream;
  }

  /** The bare stream, for a protocol that minds its own pieces. It has one output. */
  get stream(): ServerChannel {
    return this.#stream;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get backlog(): number {
    return this.#backlog;
  }

  write(bytes: Uint8Array, sent?: () => void): void {
    this.#push({ bytes, isError: false, sent });
  }

  writeError(bytes: Uint8Array, sent?: () => void): void {
    this.#push({ bytes, isError: true, sent });
  }

  onResize(listener: (size: TerminalSize) => void): void {
    this.#resize = listener;
  }

  onSignal(listener: (name: string) => void): void {
    this.#signal = listener;
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) {
      listener();
    } else {
      this.#closeListeners.push(listener);
    }
  }

  resize(size: TerminalSize): void {
    this.#resize?.(size);
  }

  signal(name: string): void {
    this.#signal?.(name);
  }

  finish(end: ChannelEnd): void {
    this.#end ??= end;
    this.#finishWhenSent();
  }

  refuse(text: string): void {
    if (this.requests.pty) {
      this.write(Buffer.from(`${text}\r\n`));
    } else {
      this.writeError(Buffer.from(`jadegate: ${text}\n`));
    }
    this.finish({ kind: 'exit', code: REFUSED });
  }

  #push(piece: Piece): void {
    if (this.#isClosed || this.#end) {
      piece.sent?.();
      return;
    }
    this.#backlog += piece.bytes.length;
    this.#queue.push(piece);
    this.#sendNext();
  }

  #sendNext(): void {
    const [piece] = this.#queue;
    if (this.#isSending || !piece) {
      return;
    }
    this.#isSending = true;
    const output = piece.isError ? this.#stream.stderr : this.#stream;
    output.write(piece.bytes, () => {
      forgetSent(this.#stream);
      this.#isSending = false;
      this.#take(piece);
      this.#sendNext();
      this.#finishWhenSent();
    });
  }

  #take(piece: Piece): void {
    if (this.#queue[0] === piece) {
      this.#queue.shift();
      this.#backlog -= piece.bytes.length;
      piece.sent?.();
    }
  }

  #finishWhenSent(): void {
    if (!this.#end || this.#queue.length > 0 || this.#isClosed) {
      return;
    }
    const end = this.#end;
    if (end.kind === 'exit') {
      this.#stream.exit(end.code);
    } else if (end.kind === 'signal') {
      const name = end.signal.replace(/^SIG/, '');
      this.#stream.exit(SIGNALS.has(name) ? name : 'TERM');
    } else {
      this.#stream.exit(REFUSED);
    }
    this.#stream.end();
  }

  #close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    // Whoever waits for them to be taken would wait for good.
    for (const { sent } of this.#queue.splice(0)) {
      sent?.();
    }
    this.#backlog = 0;
    this.#stream.resume();
    this.#closeListeners.splice(0).forEach((listener) => listener());
  }
}

/** Otherwise room for the one output would send again what went to the other. */
function forgetSent(stream: ServerChannel): void {
  const waiting = stream as unknown as WaitingPieces;
  waiting._chunk = undefined;
  waiting._chunkcb = undefined;
  waiting._chunkErr = undefined;
  waiting._chunkcbErr = undefined;
}
