import { EVENT_CODES, type TerminalEvent } from '@jadegate/contract/session/terminal-recording';

/**
 * One event on disk: kind (1 byte), milliseconds since the event before (varint), length (varint), content. The bytes
 * of the terminal are passed on as they are, not copied.
 */
export function encodeEvent(event: TerminalEvent, previousAt: number): Uint8Array[] {
  const content = contentOf(event);
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.allocUnsafe(11);
  head[0] = EVENT_CODES[event.kind];
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
