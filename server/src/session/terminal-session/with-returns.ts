const LF = 10;
const CR = 13;

/**
 * Output that went through no terminal ends its lines with LF alone, which a screen would draw as stairs. As a string of one byte
 * a character, because looking at each byte here would cost more than everything else that is done with them.
 */
export function withReturns(bytes: Uint8Array, last: number): Uint8Array {
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!piece.includes(LF)) {
    return bytes;
  }
  const text = piece.toString('latin1');
  const drawn = text.includes('\r\n') ? text.replaceAll(/(?<!\r)\n/g, '\r\n') : text.replaceAll('\n', '\r\n');
  const isBehindReturn = bytes[0] === LF && last === CR;
  return Buffer.from(isBehindReturn ? drawn.slice(1) : drawn, 'latin1');
}
