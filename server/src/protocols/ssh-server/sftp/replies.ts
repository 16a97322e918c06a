import { packet, PacketReader, STATUS, TYPE } from '../../ssh/sftp-packet.ts';
import { isKnownExtension, type Request } from './request.ts';
import type { TransferAccount } from './transfer-account.ts';

/** The answer to a request, as far as somebody here wants to know it. */
export type Reply =
  /** As it came: something else than a bare word. */
  { kind: 'value'; reader: PacketReader } | { kind: 'status'; code: number };

/** A request that the target has not answered yet. */
export interface Pending {
  /** The type of an answer that is more than a word; without it there is none. */
  expects?: number;
  onReply?: (reply: Reply) => void;
  /** Asked by us: the client knows nothing of it. */
  isOurs?: boolean;
  /** For a read. */
  reading?: { account: TransferAccount; offset: number; length: number };
}

/** The type of packet that answers a request with more than a word. */
export function expectedReply(request: Request): { expects?: number } {
  switch (request.kind) {
    case 'open':
      return { expects: TYPE.handle };
    case 'read':
      return { expects: TYPE.data };
    case 'limits':
      return { expects: TYPE.extendedReply };
    case 'look':
      return { expects: LOOKS[request.type] };
    case 'ask_handle':
      return request.type === 'fsync' ? {} : { expects: HANDLES[request.type] };
    default:
      return {};
  }
}

const LOOKS = {
  lstat: TYPE.attrs,
  stat: TYPE.attrs,
  opendir: TYPE.handle,
  realpath: TYPE.name,
  readlink: TYPE.name,
  statvfs: TYPE.extendedReply,
  expand_path: TYPE.name,
} as const;

const HANDLES = { fstat: TYPE.attrs, readdir: TYPE.name, fstatvfs: TYPE.extendedReply } as const;

export function statusPacket(id: number, code: number, sentence: string): Buffer {
  return packet(TYPE.status, [id, code, Buffer.from(sentence), Buffer.alloc(0)]);
}

/** What a target says of itself, with those of its extensions that pass here. Undefined for another version than 3. */
export function versionPacket(said: Buffer): Buffer | undefined {
  const reader = new PacketReader(said, 5);
  if (reader.uint32() !== 3) {
    return undefined;
  }
  const passing: Buffer[] = [];
  while (!reader.isAtEnd) {
    const [name, value] = [reader.bytes(), reader.bytes()];
    if (isKnownExtension(name.toString('latin1'))) {
      passing.push(name, value);
    }
  }
  return packet(TYPE.version, [3, ...passing]);
}

/** Reads an answer that is no bytes of a file. One of a type that the question does not have says nothing. */
export function readReply(bytes: Buffer, { expects }: Pending): Reply {
  const type = bytes[4] ?? 0;
  const reader = new PacketReader(bytes, 9);
  if (type === TYPE.status) {
    return { kind: 'status', code: reader.uint32() };
  }
  return type === expects ? { kind: 'value', reader } : { kind: 'status', code: STATUS.failure };
}
