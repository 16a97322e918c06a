import { spawn } from 'node:child_process';
import { Duplex, duplexPair, PassThrough, Readable } from 'node:stream';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { STRATEGY_FLAGS, type StrategyFlag } from '@jadegate/contract/access/strategy';
import type { ClientChannel } from 'ssh2';
import { onTestFinished } from 'vitest';

import { readPipelined, writePipelined } from '../protocols/files/transfer.ts';
import type { SftpLine } from '../protocols/ssh-server/sftp/open-files.ts';
import { SftpRelay } from '../protocols/ssh-server/sftp/relay.ts';
import { packet, PacketReader, TYPE, type Field } from '../protocols/ssh/sftp-packet.ts';
import { SftpWire } from '../protocols/ssh/sftp-wire.ts';
import { Sftp } from '../protocols/ssh/sftp.ts';

const NOBODY = 65_534;

export const flagsOf = (...held: StrategyFlag[]) =>
  Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, held.includes(flag)])) as AccessFlags;
export const ALL_FLAGS = flagsOf(...STRATEGY_FLAGS);

/** OpenSSH's own server, as the target has it. */
export function startSftpServer(folder: string): Duplex {
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn('/usr/lib/openssh/sftp-server', [], { cwd: folder, ...account });
  child.stdin.on('error', () => undefined);
  onTestFinished(() => void child.kill());
  const ends = { readable: child.stdout, writable: child.stdin } as unknown as Iterable<never>;
  return Duplex.from(ends);
}

interface RelayRig {
  side: Duplex;
  lines: SftpLine[];
  relay: SftpRelay;
  /** What the person may do from now on. */
  allow: (flags: AccessFlags) => void;
}

export function startRelay(flags: AccessFlags, target: Duplex): RelayRig {
  const [side, client] = duplexPair();
  const lines: SftpLine[] = [];
  let held = flags;
  const relay = new SftpRelay({
    client,
    target,
    rights: () => (lines.length % 2 === 0 ? held : Promise.resolve(held)),
    refusal: (missing) => `refused: ${missing}`,
    onLine: async (line) => void lines.push(line),
    onActivity: () => undefined,
  });
  onTestFinished(async () => {
    relay.close();
    await relay.done;
  });
  return { side, lines, relay, allow: (next) => (held = next) };
}

/** Our own client at the other end. */
export async function filesOver(rig: RelayRig): Promise<Sftp> {
  const channel = Object.assign(rig.side, { stderr: new PassThrough(), close: () => rig.side.end() });
  const wire = await SftpWire.open(channel as unknown as ClientChannel);
  return new Sftp(wire, { readBytes: 32_768, writeBytes: 32_768 });
}

export async function putFile(sftp: Sftp, path: string, bytes: Uint8Array): Promise<void> {
  const handle = await sftp.openFile(path, 'overwrite');
  try {
    const source = Readable.from([bytes], { objectMode: true });
    await writePipelined(sftp, handle, source, { path, offset: 0, onBytes: () => undefined });
  } finally {
    await sftp.closeFile(handle);
  }
}

export async function getFile(sftp: Sftp, path: string, start = 0): Promise<Buffer> {
  const handle = await sftp.openFile(path, 'read');
  const pieces: Buffer[] = [];
  for await (const piece of readPipelined(sftp, handle, { start })) {
    pieces.push(piece);
  }
  await sftp.closeFile(handle);
  return Buffer.concat(pieces);
}

/** Bare packets and their answers. */
export class RawSftpClient {
  readonly #side: Duplex;
  #held = Buffer.alloc(0);
  readonly #replies: Buffer[] = [];
  #wake: () => void = () => undefined;
  isOver = false;

  constructor(side: Duplex) {
    this.#side = side;
    side.on('data', (bytes: Buffer) => {
      this.#held = Buffer.concat([this.#held, bytes]);
      while (this.#held.length >= 4 && this.#held.length >= 4 + this.#held.readUInt32BE(0)) {
        const end = 4 + this.#held.readUInt32BE(0);
        this.#replies.push(this.#held.subarray(0, end));
        this.#held = this.#held.subarray(end);
      }
      this.#wake();
    });
    const over = () => {
      this.isOver = true;
      this.#wake();
    };
    side.on('error', over);
    side.once('close', over);
  }

  send(bytes: Uint8Array): void {
    this.#side.write(bytes);
  }

  async next(): Promise<Buffer> {
    while (this.#replies.length === 0) {
      if (this.isOver) {
        throw new Error('over');
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#replies.shift() ?? Buffer.alloc(0);
  }

  async ask(
    type: number,
    fields: readonly Field[],
  ): Promise<{ type: number; id: number; reader: PacketReader }> {
    this.send(packet(type, fields));
    const reply = await this.next();
    return { type: reply[4] ?? 0, id: reply.readUInt32BE(5), reader: new PacketReader(reply, 9) };
  }

  async code(type: number, fields: readonly Field[]): Promise<number | 'value'> {
    const reply = await this.ask(type, fields);
    return reply.type === TYPE.status ? reply.reader.uint32() : 'value';
  }
}

export async function rawClient(rig: RelayRig): Promise<RawSftpClient> {
  const client = new RawSftpClient(rig.side);
  client.send(packet(TYPE.init, [3]));
  await client.next();
  return client;
}
