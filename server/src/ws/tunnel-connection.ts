import { encodeInstruction } from '@jadegate/contract/guac-instruction';
import { say, type Language } from '@jadegate/contract/language';
import { DROPPED, type Notice } from '@jadegate/contract/session-notice';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';
import type { WebSocket } from 'ws';

import { tunnelFarewell } from './tunnel-farewell.ts';

/** How often the network is asked whether the other end is still there; two unanswered questions end the socket. */
const HEARTBEAT_MS = 15_000;
/** What is read of one socket in one turn of the event loop; the rest of what came waits. */
const BYTES_PER_TURN = 16 * 1024;
const RESOURCE_CONFLICT = 517;
const CLIENT_OVERRUN = 781;
const REMOTE_END = -1;

export interface TunnelBegin {
  width: number;
  height: number;
  dpi: number;
}

export interface TunnelConnectionOptions {
  language: Language;
  /** What it begins with, where it wants to be the one that controls the desktop. */
  begin?: TunnelBegin;
  /** Whether it comes back after the network was away. */
  canReturn?: boolean;
}

/** A browser at the other end of a desktop's socket. It speaks instructions in both directions, whole ones in each frame. */
export class TunnelConnection {
  readonly kind = 'desktop';
  readonly begin: TunnelBegin | undefined;
  readonly canReturn: boolean;
  readonly #socket: WebSocket;
  readonly #language: Language;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #inbox: Buffer[] = [];
  #listener: ((bytes: Buffer) => void) | undefined;
  #left = BYTES_PER_TURN;
  #isTurnCounted = false;
  #isTurnOver = false;
  #isListening = true;
  #isPaused = false;
  #isAlive = true;

  constructor(socket: WebSocket, { language, begin, canReturn = false }: TunnelConnectionOptions) {
    this.#socket = socket;
    this.#language = language;
    this.begin = begin;
    this.canReturn = canReturn;
    socket.on('message', (message: Buffer) => this.#receive(message));
    socket.on('pong', () => (this.#isAlive = true));
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    socket.once('close', () => clearInterval(this.#heartbeat));
    // The close that follows says the same.
    socket.on('error', () => undefined);
  }

  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  /** Pieces of the stream of instructions, in order. */
  onBytes(listener: (bytes: Buffer) => void): void {
    this.#listener = listener;
    this.#deliver();
  }

  /** Also told to whoever comes too late to hear it. */
  onClose(listener: () => void): void {
    if (this.#socket.readyState === this.#socket.CLOSED) {
      queueMicrotask(listener);
    } else {
      this.#socket.once('close', listener);
    }
  }

  /** Whole instructions. */
  send(bytes: string | Uint8Array, sent?: () => void): void {
    if (this.#socket.readyState === this.#socket.OPEN) {
      // A socket that fails meanwhile closes, and that is heard of elsewhere.
      this.#socket.send(bytes, { binary: false }, (error) => !error && sent?.());
    }
  }

  /** Clients of the product family do not know this instruction, and pass over it. */
  notify(notice: Notice): void {
    this.send(encodeInstruction('notice', JSON.stringify(notice)));
  }

  /** Whether what it sends is read; if not, it waits at the other end. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    this.#isAlive ||= isListening;
    this.#deliver();
  }

  /** Tells why, and leaves. */
  drop(reason: string, advice = '', code = REMOTE_END): void {
    if (advice !== '') {
      this.notify({ kind: 'advice', text: advice });
    }
    switch (reason) {
      case DROPPED.takenOver:
        tunnelFarewell(this.#socket, say(SESSION_NOTICE_WORDS.taken_over, this.#language), RESOURCE_CONFLICT);
        return;
      case DROPPED.tooSlow:
        tunnelFarewell(this.#socket, say(SESSION_NOTICE_WORDS.too_slow, this.#language), CLIENT_OVERRUN);
        return;
      default:
        tunnelFarewell(this.#socket, reason, code);
    }
  }

  #receive(message: Buffer): void {
    this.#isAlive = true;
    for (let at = 0; at < message.length; at += BYTES_PER_TURN) {
      this.#inbox.push(message.subarray(at, at + BYTES_PER_TURN));
    }
    this.#deliver();
  }

  /** One piece in each turn. While some wait, or are not wanted, no more is read from the network. */
  #deliver(): void {
    while (this.#isListening && !this.#isTurnOver && this.#listener) {
      const piece = this.#inbox.shift();
      if (!piece) {
        break;
      }
      this.#countTurn(piece.length);
      this.#listener(piece);
    }
    this.#pause(this.#inbox.length > 0 || !this.#isListening);
  }

  #countTurn(bytes: number): void {
    this.#left -= bytes;
    this.#isTurnOver = this.#left <= 0;
    if (!this.#isTurnCounted) {
      this.#isTurnCounted = true;
      setImmediate(() => {
        this.#isTurnCounted = false;
        this.#isTurnOver = false;
        this.#left = BYTES_PER_TURN;
        this.#deliver();
      });
    }
  }

  #pause(isPaused: boolean): void {
    if (isPaused !== this.#isPaused) {
      this.#isPaused = isPaused;
      if (isPaused) {
        this.#socket.pause();
      } else {
        this.#socket.resume();
      }
    }
  }

  #beat(): void {
    if (!this.#isListening) {
      // Nothing is read from it, so it cannot be heard to answer.
      return;
    }
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }
}
