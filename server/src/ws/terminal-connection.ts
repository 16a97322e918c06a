import { translate, type Language } from '@jadegate/contract/language';
import { DROPPED } from '@jadegate/contract/session/session-notice';
import {
  decodeFrame,
  encodeBinary,
  encodeText,
  FRAME,
  TextFrameEncoder,
  type Frame,
  type TerminalSize,
} from '@jadegate/contract/session/terminal-socket';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';
import type { WebSocket } from 'ws';

import { BrowserSocket } from './browser-socket.ts';

/** The longest reason a close frame may carry. */
const MAX_CLOSE_BYTES = 120;
/** Frames one socket may have dealt with in one turn of the event loop; the rest of what came waits. */
const FRAMES_PER_TURN = 64;
const DATA = String(FRAME.data).charCodeAt(0);
/** Only what is typed may be long. */
const MAX_WORD_BYTES = 4096;

export interface TerminalBegin {
  size: TerminalSize;
  /** Bytes of output the client has shown already. */
  from?: number | undefined;
}

export interface TerminalConnectionOptions {
  binary: boolean;
  language?: Language;
  begin?: TerminalBegin;
}

/**
 * A browser at the other end of a terminal socket. Ours speaks bytes and confirms what it has shown; an older one
 * speaks text, and what has left counts as shown.
 */
export class TerminalConnection {
  readonly kind = 'terminal';
  /** What it begins with, where it wants to be the one that types. */
  readonly begin: TerminalBegin | undefined;
  readonly confirms: 'acknowledge' | 'send';
  readonly #socket: BrowserSocket<Frame>;
  readonly #text: TextFrameEncoder | undefined;
  readonly #language: Language;
  readonly #listeners: ((frame: Frame) => void)[] = [];

  constructor(socket: WebSocket, { binary, language = 'zh-TW', begin }: TerminalConnectionOptions) {
    this.#language = language;
    this.begin = begin;
    this.confirms = binary ? 'acknowledge' : 'send';
    this.#text = binary ? undefined : new TextFrameEncoder();
    const tell = (frame: Frame) => this.#listeners.forEach((listener) => listener(frame));
    this.#socket = new BrowserSocket(socket, {
      split: (message) => this.#decode(message),
      costOf: () => 1,
      perTurn: FRAMES_PER_TURN,
      listener: () => tell,
    });
  }

  /** Older clients cannot come back to what they left. */
  get canReturn(): boolean {
    return this.confirms === 'acknowledge';
  }

  get backlog(): number {
    return this.#socket.backlog;
  }

  onFrame(listener: (frame: Frame) => void): void {
    this.#listeners.push(listener);
  }

  onClose(listener: () => void): void {
    this.#socket.onClose(listener);
  }

  send(frame: Frame, sent?: () => void): void {
    if (!this.#socket.isOpen) {
      return;
    }
    const message = this.#text ? this.#encodeText(this.#text, frame) : encodeBinary(frame);
    if (message === undefined) {
      sent?.();
    } else {
      this.#socket.send(message, sent);
    }
  }

  setListening(isListening: boolean): void {
    this.#socket.setListening(isListening);
  }

  /** Tells why, and leaves. */
  drop(reason: string, advice = ''): void {
    this.setListening(true);
    if (advice !== '' && !this.#text) {
      this.send({ type: 'notice', notice: { kind: 'advice', text: advice } });
    }
    const words = inWords(reason, this.#language);
    // Ours has words of its own, and more to offer than those.
    this.send({ type: 'closed', reason: this.#text ? words : reason });
    this.#socket.close(cut(words));
  }

  #decode(message: Buffer): readonly Frame[] {
    if (this.#listeners.length === 0) {
      return [];
    }
    const frame = message[0] === DATA || message.length <= MAX_WORD_BYTES ? decodeFrame(message) : undefined;
    return frame ? [frame] : [];
  }

  /** Older clients know five kinds of frames, and get no others. */
  #encodeText(encoder: TextFrameEncoder, frame: Frame): string | undefined {
    switch (frame.type) {
      case 'data':
        return encoder.encodeData(frame.bytes);
      case 'closed':
      case 'connected':
      case 'ping':
        return encodeText(frame);
      default:
        return undefined;
    }
  }
}

function inWords(reason: string, language: Language): string {
  switch (reason) {
    case DROPPED.takenOver:
      return translate(SESSION_NOTICE_WORDS.taken_over, language);
    case DROPPED.tooSlow:
      return translate(SESSION_NOTICE_WORDS.too_slow, language);
    default:
      return reason;
  }
}

/** As much of the text as fits, cut between characters. */
function cut(reason: string): string {
  let bytes = 0;
  let text = '';
  for (const character of reason) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_CLOSE_BYTES) {
      break;
    }
    text += character;
  }
  return text;
}
