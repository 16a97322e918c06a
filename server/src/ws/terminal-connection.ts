import { say, type Language } from '@jadegate/contract/language';
import {
  decodeFrame,
  DROPPED,
  encodeBinary,
  encodeText,
  TextFrameEncoder,
  type Frame,
} from '@jadegate/contract/terminal-socket';
import { TERMINAL_NOTICE_WORDS } from '@jadegate/contract/words/terminal-notices';
import type { WebSocket } from 'ws';

/** How often the network is asked whether the other end is still there; two unanswered questions end the socket. */
const HEARTBEAT_MS = 15_000;
/** Said with every end that was meant, so that the other end does not try again. */
const NORMAL_CLOSURE = 1000;
/** The longest reason a close frame may carry. */
const MAX_CLOSE_BYTES = 120;

/**
 * A browser at the other end of a terminal socket. Ours speaks bytes and confirms what it has shown; an older one
 * speaks text, and what has left counts as shown.
 */
export class TerminalConnection {
  readonly confirms: 'acknowledge' | 'send';
  readonly #socket: WebSocket;
  readonly #text: TextFrameEncoder | undefined;
  readonly #language: Language;
  readonly #heartbeat: NodeJS.Timeout;
  #isAlive = true;
  #isListening = true;

  constructor(socket: WebSocket, { binary, language = 'zh-TW' }: { binary: boolean; language?: Language }) {
    this.#socket = socket;
    this.#language = language;
    this.confirms = binary ? 'acknowledge' : 'send';
    this.#text = binary ? undefined : new TextFrameEncoder();
    socket.on('pong', () => (this.#isAlive = true));
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    socket.once('close', () => clearInterval(this.#heartbeat));
    // The close that follows says the same.
    socket.on('error', () => undefined);
  }

  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  onFrame(listener: (frame: Frame) => void): void {
    this.#socket.on('message', (message: Buffer | Buffer[] | ArrayBuffer) => {
      this.#isAlive = true;
      const frame = decodeFrame(message as Buffer);
      if (frame) {
        listener(frame);
      }
    });
  }

  /** Also told to whoever comes too late to hear it. */
  onClose(listener: () => void): void {
    if (this.#socket.readyState === this.#socket.CLOSED) {
      queueMicrotask(listener);
    } else {
      this.#socket.once('close', listener);
    }
  }

  send(frame: Frame, sent?: () => void): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      return;
    }
    const message = this.#text ? this.#encodeText(this.#text, frame) : encodeBinary(frame);
    if (message === undefined) {
      sent?.();
    } else {
      // A socket that fails meanwhile closes, and that is heard of elsewhere.
      this.#socket.send(message, (error) => !error && sent?.());
    }
  }

  listen(isListening: boolean): void {
    if (isListening === this.#isListening) {
      return;
    }
    this.#isListening = isListening;
    if (isListening) {
      this.#isAlive = true;
      this.#socket.resume();
    } else {
      this.#socket.pause();
    }
  }

  /** Tells why, and leaves. */
  drop(reason: string): void {
    this.listen(true);
    const words = inWords(reason, this.#language);
    // Ours has words of its own, and more to offer than those.
    this.send({ type: 'closed', reason: this.#text ? words : reason });
    this.#socket.close(NORMAL_CLOSURE, cut(words));
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

function inWords(reason: string, language: Language): string {
  switch (reason) {
    case DROPPED.takenOver:
      return say(TERMINAL_NOTICE_WORDS.taken_over, language);
    case DROPPED.tooSlow:
      return say(TERMINAL_NOTICE_WORDS.too_slow, language);
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
