import { HAS, OPEN, PacketReader, TYPE } from '../../ssh/sftp-packet.ts';
import { MAX_HANDLE_BYTES } from './packet-stream.ts';

/** What Linux takes at most, with room for a host that takes more. */
const MAX_PATH_BYTES = 8192;

/** What a request would set of a file; what is absent stays as it is. */
export interface Attributes {
  size?: number;
  owner?: { uid: number; gid: number };
  permissions?: number;
  times?: boolean;
}

/** A request of a client, as far as deciding about it takes. Names are bytes. */
export type Request = { id: number } & (
  | { kind: 'look'; type: LookType; path: Buffer }
  /** Version 3 as OpenSSH reads it: what does not write reads, whatever it says. */
  | { kind: 'open'; path: Buffer; flags: number; reads: boolean; writes: boolean }
  | { kind: 'close'; handle: Buffer }
  | { kind: 'read'; handle: Buffer; offset: number; length: number }
  | { kind: 'write'; handle: Buffer; offset: number; length: number }
  | { kind: 'ask_handle'; type: 'fstat' | 'readdir' | 'fstatvfs' | 'fsync'; handle: Buffer }
  | { kind: 'setstat'; path: Buffer; attributes: Attributes }
  | { kind: 'fsetstat'; handle: Buffer; attributes: Attributes }
  | { kind: 'mkdir' | 'remove' | 'rmdir'; path: Buffer }
  | { kind: 'rename'; from: Buffer; to: Buffer; replaces: boolean }
  | { kind: 'link'; path: Buffer; leadsTo: Buffer }
  | { kind: 'copy_data'; from: Buffer; to: Buffer; length: number }
  | { kind: 'limits' }
  /** Nothing that we know, and so nothing that we pass on. */
  | { kind: 'unknown' }
);

type LookType = 'lstat' | 'stat' | 'opendir' | 'realpath' | 'readlink' | 'statvfs' | 'expand_path';

const LOOKS: Record<number, LookType> = {
  [TYPE.lstat]: 'lstat',
  [TYPE.stat]: 'stat',
  [TYPE.opendir]: 'opendir',
  [TYPE.realpath]: 'realpath',
  [TYPE.readlink]: 'readlink',
};

const KNOWN_OPEN_FLAGS = Object.values(OPEN).reduce<number>((all, flag) => all | flag, 0);
const KNOWN_ATTRIBUTES = HAS.size | HAS.owner | HAS.permissions | HAS.times;

export const opensSomething = (request: Request) =>
  request.kind === 'open' || (request.kind === 'look' && request.type === 'opendir');

export class MalformedRequest extends Error {}

/** The extensions that pass, each read to its end as the rest is. */
const EXTENSIONS: Record<string, (reader: PacketReader) => Omit<Extended, 'id'>> = {
  'posix-rename@openssh.com': (reader) => ({
    kind: 'rename',
    from: path(reader),
    to: path(reader),
    replaces: true,
  }),
  'hardlink@openssh.com': (reader) => ({ kind: 'link', leadsTo: path(reader), path: path(reader) }),
  'fsync@openssh.com': (reader) => ({ kind: 'ask_handle', type: 'fsync', handle: handle(reader) }),
  'statvfs@openssh.com': (reader) => ({ kind: 'look', type: 'statvfs', path: path(reader) }),
  'fstatvfs@openssh.com': (reader) => ({ kind: 'ask_handle', type: 'fstatvfs', handle: handle(reader) }),
  'limits@openssh.com': () => ({ kind: 'limits' }),
  'lsetstat@openssh.com': (reader) => ({
    kind: 'setstat',
    path: path(reader),
    attributes: attributes(reader),
  }),
  'expand-path@openssh.com': (reader) => ({ kind: 'look', type: 'expand_path', path: path(reader) }),
  'copy-data': copyData,
};
type Extended = Request extends infer One ? (One extends unknown ? Omit<One, 'id'> : never) : never;

export const isKnownExtension = (name: string) => Object.hasOwn(EXTENSIONS, name);

/** Reads a whole request, without the bytes of a write. Throws `MalformedRequest` at one that is not just that. */
export function readRequest(packet: Buffer): Request {
  const type = packet[4] ?? 0;
  const id = packet.readUInt32BE(5);
  try {
    const reader = new PacketReader(packet, 9);
    const request: Request = { id, ...read(type, reader) };
    if (request.kind !== 'unknown' && request.kind !== 'write' && !reader.isAtEnd) {
      throw new MalformedRequest('more than the request');
    }
    return request;
  } catch (error) {
    throw error instanceof MalformedRequest ? error : new MalformedRequest('cut short', { cause: error });
  }
}

function read(type: number, reader: PacketReader): Extended {
  const look = LOOKS[type];
  if (look) {
    return { kind: 'look', type: look, path: path(reader) };
  }
  switch (type) {
    case TYPE.open:
      return open(reader);
    case TYPE.close:
      return { kind: 'close', handle: handle(reader) };
    case TYPE.read:
      return { kind: 'read', handle: handle(reader), offset: whole(reader), length: reader.uint32() };
    case TYPE.write:
      return { kind: 'write', handle: handle(reader), offset: whole(reader), length: reader.uint32() };
    case TYPE.fstat:
      return { kind: 'ask_handle', type: 'fstat', handle: handle(reader) };
    case TYPE.readdir:
      return { kind: 'ask_handle', type: 'readdir', handle: handle(reader) };
    case TYPE.setstat:
      return { kind: 'setstat', path: path(reader), attributes: attributes(reader) };
    case TYPE.fsetstat:
      return { kind: 'fsetstat', handle: handle(reader), attributes: attributes(reader) };
    case TYPE.mkdir: {
      const folder = path(reader);
      attributes(reader);
      return { kind: 'mkdir', path: folder };
    }
    case TYPE.remove:
      return { kind: 'remove', path: path(reader) };
    case TYPE.rmdir:
      return { kind: 'rmdir', path: path(reader) };
    case TYPE.rename:
      return { kind: 'rename', from: path(reader), to: path(reader), replaces: false };
    case TYPE.symlink:
      // Where it leads comes first, as OpenSSH has it and everybody since.
      return { kind: 'link', leadsTo: path(reader), path: path(reader) };
    case TYPE.extended:
      return (EXTENSIONS[extensionName(reader)]?.(reader) as Extended | undefined) ?? { kind: 'unknown' };
    default:
      return { kind: 'unknown' };
  }
}

function extensionName(reader: PacketReader): string {
  const name = reader.bytes().toString('latin1');
  return isKnownExtension(name) ? name : '';
}

function open(reader: PacketReader): Extended {
  const file = path(reader);
  const flags = reader.uint32();
  attributes(reader);
  if ((flags & ~KNOWN_OPEN_FLAGS) !== 0) {
    throw new MalformedRequest('unknown flags');
  }
  const writes = (flags & ~OPEN.read) !== 0;
  const reads = (flags & OPEN.read) !== 0 || (flags & OPEN.write) === 0;
  return { kind: 'open', path: file, flags, reads, writes };
}

function copyData(reader: PacketReader): Extended {
  const from = handle(reader);
  whole(reader);
  const length = whole(reader);
  const to = handle(reader);
  whole(reader);
  return { kind: 'copy_data', from, to, length };
}

function path(reader: PacketReader): Buffer {
  const bytes = reader.bytes();
  if (bytes.length > MAX_PATH_BYTES || bytes.includes(0)) {
    throw new MalformedRequest('no path');
  }
  return bytes;
}

function handle(reader: PacketReader): Buffer {
  const bytes = reader.bytes();
  if (bytes.length > MAX_HANDLE_BYTES) {
    throw new MalformedRequest('no handle');
  }
  return bytes;
}

/** Beyond what can be counted it is no place in any file, and is not confused with one. */
function whole(reader: PacketReader): number {
  return Number(reader.uint64());
}

function attributes(reader: PacketReader): Attributes {
  const flags = reader.uint32();
  if ((flags & ~KNOWN_ATTRIBUTES) !== 0) {
    throw new MalformedRequest('unknown attributes');
  }
  const found: Attributes = {};
  if ((flags & HAS.size) !== 0) {
    found.size = whole(reader);
  }
  if ((flags & HAS.owner) !== 0) {
    found.owner = { uid: reader.uint32(), gid: reader.uint32() };
  }
  if ((flags & HAS.permissions) !== 0) {
    found.permissions = reader.uint32();
  }
  if ((flags & HAS.times) !== 0) {
    reader.uint32();
    reader.uint32();
    found.times = true;
  }
  return found;
}
