import type { TerminalSize } from './terminal-socket.ts';

/**
 * What happened in a terminal, in order. Times are milliseconds since the session began. Data are the bytes as they
 * went by: nothing is decoded, so a character split between two packets stays whole.
 */
export type TerminalEvent =
  | { kind: 'output'; at: number; bytes: Uint8Array }
  | { kind: 'input'; at: number; bytes: Uint8Array; by: string }
  | { kind: 'resize'; at: number; size: TerminalSize }
  | { kind: 'mark'; at: number; label: string };

export const EVENT_CODES = { output: 1, input: 2, resize: 3, mark: 4 } as const;
const KINDS = new Map(
  Object.entries(EVENT_CODES).map(([kind, code]) => [code as number, kind as TerminalEvent['kind']]),
);
const utf8 = new TextDecoder();

/** Events of one segment body. A last event that was cut off by a crash is left out: what is before it is whole. */
export function* decodeEvents(body: Uint8Array, startAt: number): Generator<TerminalEvent> {
  let at = startAt;
  let position = 0;
  while (position < body.length) {
    const kind = KINDS.get(body[position] ?? 0);
    const wait = readVarint(body, position + 1);
    const length = wait && readVarint(body, wait.end);
    if (!kind || !length || length.end + length.value > body.length) {
      return;
    }
    at += wait.value;
    const content = body.subarray(length.end, length.end + length.value);
    const event = eventOf(kind, at, content);
    if (!event) {
      return;
    }
    yield event;
    position = length.end + length.value;
  }
}

function eventOf(kind: TerminalEvent['kind'], at: number, content: Uint8Array): TerminalEvent | undefined {
  switch (kind) {
    case 'output':
      return { kind, at, bytes: content };
    case 'input': {
      const nameEnd = 1 + (content[0] ?? 0);
      return { kind, at, by: utf8.decode(content.subarray(1, nameEnd)), bytes: content.subarray(nameEnd) };
    }
    case 'resize':
      return content.length === 4
        ? { kind, at, size: { cols: side(content, 0), rows: side(content, 2) } }
        : undefined;
    case 'mark':
      return { kind, at, label: utf8.decode(content) };
  }
}

function side(content: Uint8Array, start: number): number {
  return (content[start] ?? 0) * 256 + (content[start + 1] ?? 0);
}

function readVarint(source: Uint8Array, start: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 6; index++) {
    const byte = source[start + index];
    if (byte === undefined) {
      return undefined;
    }
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) {
      return { value, end: start + index + 1 };
    }
  }
  return undefined;
}
