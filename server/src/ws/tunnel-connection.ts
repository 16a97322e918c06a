import { translate, type Language } from '@jadegate/contract/language';
import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { DROPPED, type Notice } from '@jadegate/contract/session/session-notice';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';
import type { WebSocket } from 'ws';

import { BrowserSocket } from './browser-socket.ts';
import { tunnelFarewell } from './tunnel-farewell.ts';

/** What is read of one socket in one turn of the event loop; the rest of what came waits. */
const BYTES_PER_TURN = 16 * 1024;
const UPSTREAM_TIMEOUT = 514;
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
  readonly #line: BrowserSocket<Buffer>;
  readonly #language: Language;
  #listener: ((bytes: Buffer) => void) | undefined;

  constructor(socket: WebSocket, { language, begin, canReturn = false }: TunnelConnectionOptions) {
    this.#socket = socket;
    this.#language = language;
    this.begin = begin;
    this.canReturn = canReturn;
    this.#line = new BrowserSocket(socket, {
      split: inPieces,
      costOf: (piece) => piece.length,
      perTurn: BYTES_PER_TURN,
      listener: () => this.#listener,
    });
  }

  get backlog(): number {
    return this.#line.backlog;
  }

  /** Pieces of the stream of instructions, in order. */
  onBytes(listener: (bytes: Buffer) => void): void {
    this.#listener = listener;
    this.#line.deliver();
  }

  onClose(listener: () => void): void {
    this.#line.onClose(listener);
  }

  /** Whole instructions. */
  send(bytes: string | Uint8Array, sent?: () => void): void {
    this.#line.send(bytes, sent, { isText: true });
  }

  /** Clients of the product family do not know this instruction, and pass over it. */
  notify(notice: Notice): void {
    this.send(encodeInstruction('notice', JSON.stringify(notice)));
  }

  setListening(isListening: boolean): void {
    this.#line.setListening(isListening);
  }

  /** Tells why, and leaves. */
  drop(reason: string, advice = '', code = REMOTE_END): void {
    if (advice !== '') {
      this.notify({ kind: 'advice', text: advice });
    }
    switch (reason) {
      case DROPPED.takenOver:
        tunnelFarewell(
          this.#socket,
          translate(SESSION_NOTICE_WORDS.taken_over, this.#language),
          RESOURCE_CONFLICT,
        );
        return;
      case DROPPED.tooSlow:
        tunnelFarewell(
          this.#socket,
          translate(SESSION_NOTICE_WORDS.too_slow, this.#language),
          CLIENT_OVERRUN,
        );
        return;
      case DROPPED.noPicture:
        tunnelFarewell(
          this.#socket,
          translate(SESSION_NOTICE_WORDS.no_picture, this.#language),
          UPSTREAM_TIMEOUT,
        );
        return;
      default:
        tunnelFarewell(this.#socket, reason, code);
    }
  }
}

function inPieces(message: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < message.length; at += BYTES_PER_TURN) {
    pieces.push(message.subarray(at, at + BYTES_PER_TURN));
  }
  return pieces;
}
