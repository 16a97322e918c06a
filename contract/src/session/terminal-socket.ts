import type { Notice } from './session-notice.ts';

export { type Notice } from './session-notice.ts';

/**
 * The terminal socket. A frame is one type digit and its content, as text for clients of the product family
 * and as bytes (same layout) for ours: terminal data then travels untouched, however a multi-byte character
 * is split between packets.
 */
export const FRAME = {
  closed: 0,
  connected: 1,
  data: 2,
  resize: 3,
  ping: 4,
  /** Ours, never sent to older clients: how far the other end has read; where the two ends stand; a word to the person. */
  ack: 5,
  attached: 6,
  notice: 7,
} as const;

/**
 * A client confirms what it has shown after so many bytes, and a little later when there are fewer: an answer to each
 * key's echo costs as much as the echo. In steps that are small beside the server's window, so that a flood keeps flowing.
 */
export const CONFIRM = { bytes: 32 * 1024, afterMs: 100 } as const;

type FrameType = keyof typeof FRAME;

export interface TerminalSize {
  cols: number;
  rows: number;
}

export type Frame =
  | { type: 'closed'; reason: string }
  | { type: 'connected' }
  | { type: 'data'; bytes: Uint8Array }
  | { type: 'resize'; size: TerminalSize }
  | { type: 'ping' }
  /** From a client: bytes of output it has shown since the session began. From the server: bytes of input it has taken. */
  | { type: 'ack'; offset: number }
  | { type: 'attached'; at: AttachPoint }
  | { type: 'notice'; notice: Notice };

/** Where a client that has just attached stands: what it typed beyond `input` must be sent again. */
export interface AttachPoint {
  output: number;
  input: number;
  size: TerminalSize;
  /**
   * Base64 of what draws the screen as it was at `output`, for a client that cannot get the bytes that led there. It
   * begins on an empty screen, and is not counted as output.
   */
  screen?: string;
}

/** Wider or taller than any real screen; a target must not be asked to allocate more. */
export const MAX_TERMINAL_SIDE = 1000;

/** Narrower or lower than anybody works in: shells show only parts of a line there, and nobody could read it. */
const MIN_TERMINAL: TerminalSize = { cols: 20, rows: 4 };

/** The size a terminal gets when this one is asked for. */
export function usableSize({ cols, rows }: TerminalSize): TerminalSize {
  return { cols: Math.max(cols, MIN_TERMINAL.cols), rows: Math.max(rows, MIN_TERMINAL.rows) };
}

const NAMES = Object.fromEntries(Object.entries(FRAME).map(([name, digit]) => [digit, name])) as Record<
  number,
  FrameType
>;
const ZERO = 0x30;
const utf8 = new TextEncoder();

function content(frame: Frame): Uint8Array {
  switch (frame.type) {
    case 'closed':
      return utf8.encode(frame.reason);
    case 'data':
      return frame.bytes;
    case 'resize':
      return utf8.encode(btoa(JSON.stringify({ cols: frame.size.cols, rows: frame.size.rows })));
    case 'ack':
      return utf8.encode(String(frame.offset));
    case 'attached':
      return utf8.encode(JSON.stringify(frame.at));
    case 'notice':
      return utf8.encode(JSON.stringify(frame.notice));
    case 'connected':
    case 'ping':
      return new Uint8Array();
  }
}

export function encodeBinary(frame: Frame): Uint8Array {
  const rest = content(frame);
  const bytes = new Uint8Array(rest.length + 1);
  bytes[0] = ZERO + FRAME[frame.type];
  bytes.set(rest, 1);
  return bytes;
}

/** The text form. Data must be whole UTF-8; a sender that cuts streams uses `TextFrameEncoder`. */
export function encodeText(frame: Frame): string {
  return FRAME[frame.type] + new TextDecoder().decode(content(frame));
}

/** Text frames of one stream: holds back the first bytes of a character until the rest has come. */
export class TextFrameEncoder {
  readonly #decoder = new TextDecoder();

  encodeData(bytes: Uint8Array): string | undefined {
    const text = this.#decoder.decode(bytes, { stream: true });
    return text === '' ? undefined : FRAME.data + text;
  }
}

/** Undefined for anything that is not a frame: empty, unknown digit, undecodable resize. Such frames are ignored. */
export function decodeFrame(message: string | Uint8Array): Frame | undefined {
  const bytes = typeof message === 'string' ? utf8.encode(message) : message;
  const type = NAMES[(bytes[0] ?? 0) - ZERO];
  const rest = bytes.subarray(1);
  switch (type) {
    case 'closed':
      return { type, reason: new TextDecoder().decode(rest) };
    case 'data':
      return { type, bytes: rest };
    case 'resize':
      return resizeFrame(rest);
    case 'ack':
      return ackFrame(rest);
    case 'attached':
    case 'notice':
      return jsonFrame(type, rest);
    case 'connected':
    case 'ping':
      return { type };
    default:
      return undefined;
  }
}

function resizeFrame(rest: Uint8Array): Frame | undefined {
  try {
    const { cols, rows } = JSON.parse(atob(new TextDecoder().decode(rest))) as Partial<TerminalSize>;
    return isSide(cols) && isSide(rows) ? { type: 'resize', size: { cols, rows } } : undefined;
  } catch {
    // Not base64, not JSON or not an object: a broken frame is no frame.
    return undefined;
  }
}

function ackFrame(rest: Uint8Array): Frame | undefined {
  const text = new TextDecoder().decode(rest);
  return /^\d{1,15}$/.test(text) ? { type: 'ack', offset: Number(text) } : undefined;
}

/** Only the server sends these, and it is believed. */
function jsonFrame(type: 'attached' | 'notice', rest: Uint8Array): Frame | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(rest));
    return type === 'attached' ? { type, at: value as AttachPoint } : { type, notice: value as Notice };
  } catch {
    // A broken frame is no frame.
    return undefined;
  }
}

function isSide(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_TERMINAL_SIDE;
}
