import type { TerminalSize } from '@jadegate/contract/terminal-socket';

/**
 * What happened in a terminal, in order. Times are milliseconds since the session began. Data are the bytes as they
 * went by: nothing is decoded, so a character split between two packets stays whole.
 */
export type TerminalEvent =
  | { kind: 'output'; at: number; bytes: Uint8Array }
  | { kind: 'input'; at: number; bytes: Uint8Array; by: string }
  | { kind: 'resize'; at: number; size: TerminalSize }
  | { kind: 'mark'; at: number; label: string };

const CODES = { output: 1, input: 2, resize: 3, mark: 4 } as const;
const KINDS = new Map(
  Object.entries(CODES).map(([kind, code]) => [code as number, kind as TerminalEvent['kind']]),
);

/**
 * One event on disk: kind (1 byte), milliseconds since the event before (varint), length (varint), content. The bytes
 * of the terminal are passed on as they are, not copied.
 */
export function encodeEvent(event: TerminalEvent, previousAt: number): Uint8Array[] {
  const content = contentOf(event);
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.allocUnsafe(11);
  head[0] = CODES[event.kind];
  let end = writeVarint(head, 1, Math.max(0, event.at - previousAt));
  end = writeVarint(head, end, length);
  return [head.subarray(0, end), ...content];
}

function contentOf(event: TerminalEvent): Uint8Array[] {
  switch (event.kind) {
    case 'output':
      return [event.bytes];
    case 'input': {
      const by = Buffer.from(event.by);
      return [Buffer.from([by.length]), by, event.bytes];
    }
    case 'resize': {
      const size = Buffer.allocUnsafe(4);
      size.writeUInt16BE(event.size.cols, 0);
      size.writeUInt16BE(event.size.rows, 2);
      return [size];
    }
    case 'mark':
      return [Buffer.from(event.label)];
  }
}

/** Events of one segment body. A last event that was cut off by a crash is left out: what is before it is whole. */
export function* decodeEvents(body: Buffer, startAt: number): Generator<TerminalEvent> {
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

function eventOf(kind: TerminalEvent['kind'], at: number, content: Buffer): TerminalEvent | undefined {
  switch (kind) {
    case 'output':
      return { kind, at, bytes: content };
    case 'input': {
      const nameEnd = 1 + (content[0] ?? 0);
      return { kind, at, by: content.toString('utf8', 1, nameEnd), bytes: content.subarray(nameEnd) };
    }
    case 'resize':
      return content.length === 4
        ? { kind, at, size: { cols: content.readUInt16BE(0), rows: content.readUInt16BE(2) } }
        : undefined;
    case 'mark':
      return { kind, at, label: content.toString('utf8') };
  }
}

function writeVarint(target: Buffer, start: number, value: number): number {
  let rest = value;
  let position = start;
  while (rest > 0x7f) {
    target[position++] = (rest & 0x7f) | 0x80;
    rest = Math.floor(rest / 128);
  }
  target[position++] = rest;
  return position;
}

function readVarint(source: Buffer, start: number): { value: number; end: number } | undefined {
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
