const LF = 10;
const CR = 13;

/** Output that went through no terminal ends its lines with LF alone, which a screen would draw as stairs. */
export function withReturns(bytes: Uint8Array, last: number): Uint8Array {
  let bare = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF && (at === 0 ? last : bytes[at - 1]) !== CR) {
      bare++;
    }
  }
  if (bare === 0) {
    return bytes;
  }
  const drawn = new Uint8Array(bytes.length + bare);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === LF && (at === 0 ? last : bytes[at - 1]) !== CR) {
      drawn[to++] = CR;
    }
    drawn[to++] = byte;
  }
  return drawn;
}
