import { TYPE } from '../../ssh/sftp-packet.ts';

/** The same request with other paths or another handle; where one is undefined, it stays. */
export function rewritten(bytes: Buffer, values: readonly (Uint8Array | undefined)[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 9;
  if (bytes[4] === TYPE.extended) {
    at += 4 + bytes.readUInt32BE(at);
  }
  parts.push(bytes.subarray(4, at));
  for (const value of values) {
    const length = bytes.readUInt32BE(at);
    const given = value ?? bytes.subarray(at + 4, at + 4 + length);
    const before = Buffer.alloc(4);
    before.writeUInt32BE(given.length);
    parts.push(before, given);
    at += 4 + length;
  }
  parts.push(bytes.subarray(at));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([size, ...parts]);
}
