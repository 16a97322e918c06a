import { say, type Language } from '@jadegate/contract/language';
import { DROPPED } from '@jadegate/contract/session-notice';
import {
  decodeFrame,
  encodeBinary,
  encodeText,
  FRAME,
  TextFrameEncoder,
  type Frame,
  type TerminalSize,
} from '@jadegate/contract/terminal-socket';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';
import type { WebSocket } from 'ws';

/** How often the network is asked whether the other end is still there; two unanswered questions end the socket. */
const HEARTBEAT_MS = 15_000;
/** Said with every end that was meant, so that the other end does not try again. */
const NORMAL_CLOSURE = 1000;
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
  readonly #socket: WebSocket;
  readonly #text: TextFrameEncoder | undefined;
  readonly #language: Language;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #listeners: ((frame: Frame) => void)[] = [];
  readonly #inbox: Frame[] = [];
  #leftInTurn = FRAMES_PER_TURN;
  #isTurnCounted = false;
  #isAlive = true;
  #isListening = true;
  #isPaused = false;

  constructor(socket: WebSocket, { binary, language = 'zh-TW', begin }: TerminalConnectionOptions) {
    this.#socket = socket;
    this.#language = language;
    this.begin = begin;
    this.confirms = binary ? 'acknowledge' : 'send';
    this.#text = binary ? undefined : new TextFrameEncoder();
    socket.on('message', (message: Buffer) => this.#receive(message));
    socket.on('pong', () => (this.#isAlive = true));
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    socket.once('close', () => clearInterval(this.#heartbeat));
    // The close that follows says the same.
    socket.on('error', () => undefined);
  }

  /** Older clients cannot come back to what they left. */
  get canReturn(): boolean {
    return this.confirms === 'acknowledge';
  }

  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  onFrame(listener: (frame: Frame) => void): void {
    this.#listeners.push(listener);
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

  setListening(isListening: boolean): void {
    if (isListening === this.#isListening) {
      return;
    }
    this.#isListening = isListening;
    this.#isAlive ||= isListening;
    this.#deliver();
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
    this.#socket.close(NORMAL_CLOSURE, cut(words));
  }

  #receive(message: Buffer): void {
    this.#isAlive = true;
    if (this.#listeners.length === 0) {
      return;
    }
    const frame = message[0] === DATA || message.length <= MAX_WORD_BYTES ? decodeFrame(message) : undefined;
    if (frame) {
      this.#inbox.push(frame);
      this.#deliver();
    }
  }

  /**
   * One after the other, a few in each turn: a packet holds thousands of small frames. While some wait, or are not
   * wanted, no more is read from the network.
   */
  #deliver(): void {
    while (this.#isListening && this.#leftInTurn > 0) {
      const frame = this.#inbox.shift();
      if (!frame) {
        break;
      }
      this.#leftInTurn -= 1;
      this.#countTurn();
      this.#listeners.forEach((listener) => listener(frame));
    }
    this.#pause(!this.#isListening || this.#inbox.length > 0);
  }

  #countTurn(): void {
    if (!this.#isTurnCounted) {
      this.#isTurnCounted = true;
      setImmediate(() => {
        this.#isTurnCounted = false;
        this.#leftInTurn = FRAMES_PER_TURN;
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
      return say(SESSION_NOTICE_WORDS.taken_over, language);
    case DROPPED.tooSlow:
      return say(SESSION_NOTICE_WORDS.too_slow, language);
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
