import { FileError } from '../files/file-error.ts';
import type { FileStat } from '../files/file-tree.ts';

/** Numbers of SFTP version 3, the one that OpenSSH and nearly everybody speaks. */
export const TYPE = {
  init: 1,
  version: 2,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  readlink: 19,
  symlink: 20,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attrs: 105,
  extended: 200,
  extendedReply: 201,
} as const;

export const OPEN = { read: 1, write: 2, append: 4, create: 8, truncate: 16, exclusive: 32 } as const;

export const STATUS = {
  ok: 0,
  eof: 1,
  notFound: 2,
  permission: 3,
  failure: 4,
  badMessage: 5,
  noConnection: 6,
  lost: 7,
  unsupported: 8,
};

/** Which attributes of a file a packet brings. */
export const HAS = { size: 1, owner: 2, permissions: 4, times: 8, extended: 0x8000_0000 };
export type Field = number | bigint | Uint8Array | readonly Uint8Array[];

export const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');

/** A packet: numbers as uint32, big ones as uint64, bytes, in one piece or several, with their length before them. */
export function packet(type: number, fields: readonly Field[]): Buffer {
  const size = fields.reduce<number>((sum, field) => sum + sizeOf(field), 1);
  const bytes = Buffer.allocUnsafe(4 + size);
  bytes.writeUInt32BE(size, 0);
  bytes[4] = type;
  let at = 5;
  for (const field of fields) {
    if (typeof field === 'number') {
      bytes.writeUInt32BE(field >>> 0, at);
    } else if (typeof field === 'bigint') {
      bytes.writeBigUInt64BE(field, at);
    } else {
      bytes.writeUInt32BE(sizeOf(field) - 4, at);
      let start = at + 4;
      for (const piece of piecesOf(field)) {
        bytes.set(piece, start);
        start += piece.length;
      }
    }
    at += sizeOf(field);
  }
  return bytes;
}

function sizeOf(field: Field): number {
  if (typeof field === 'number') {
    return 4;
  }
  return typeof field === 'bigint' ? 8 : piecesOf(field).reduce((sum, { length }) => sum + length, 4);
}

function piecesOf(field: Uint8Array | readonly Uint8Array[]): readonly Uint8Array[] {
  return field instanceof Uint8Array ? [field] : field;
}

export const permissionFields = (mode: number): Field[] => [HAS.permissions, mode & 0o7777];
export const ownerFields = (uid: number, gid: number): Field[] => [HAS.owner, uid, gid];
export const noAttributes: readonly Field[] = [0];

/** Reads what the target sent, and trusts none of its lengths. */
export class PacketReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#take(4));
  }

  uint64(): bigint {
    return this.#bytes.readBigUInt64BE(this.#take(8));
  }

  bytes(): Buffer {
    const length = this.uint32();
    const start = this.#take(length);
    return this.#bytes.subarray(start, start + length);
  }

  stat(): FileStat {
    const flags = this.uint32();
    const has = (bit: number) => (flags & bit) !== 0;
    const stat: FileStat = { size: 0, uid: 0, gid: 0, mode: 0, modifiedAt: 0 };
    if (has(HAS.size)) {
      stat.size = Number(this.uint64());
    }
    if (has(HAS.owner)) {
      stat.uid = this.uint32();
      stat.gid = this.uint32();
    }
    if (has(HAS.permissions)) {
      stat.mode = this.uint32();
    }
    if (has(HAS.times)) {
      this.uint32();
      stat.modifiedAt = this.uint32();
    }
    if (has(HAS.extended)) {
      for (let left = this.uint32(); left > 0; left--) {
        this.bytes();
        this.bytes();
      }
    }
    return stat;
  }

  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) {
      throw new FileError('failed', new Error('a packet of the target is shorter than it says'));
    }
    this.#at += length;
    return at;
  }
}
