import type { Writable } from 'node:stream';

import type { Connection, ServerChannel } from 'ssh2';

import { protocolOf, streamOf } from '../ssh2-internals.ts';

type Done = (error?: Error | null) => void;

/** The room of one connection, for all of its channels. */
const rooms = new WeakMap<object, Room>();

/**
 * Has a channel wait for a client that does not read. ssh2 hands to the socket whatever the window of the client allows, and
 * windows may be of four gigabytes; while keys are agreed on anew, which a client may leave unfinished, it keeps all of it.
 */
export function paceChannel(client: Connection, channel: ServerChannel): void {
  const room = rooms.get(client) ?? new Room(client);
  rooms.set(client, room);
  for (const output of [channel, channel.stderr] as Writable[]) {
    const write = output._write.bind(output);
    output._write = (bytes: unknown, encoding: BufferEncoding, done: Done) =>
      write(bytes, encoding, (error) => room.wait(() => done(error)));
  }
}

class Room {
  readonly #client: Connection;
  readonly #waiting: (() => void)[] = [];

  constructor(client: Connection) {
    this.#client = client;
    const goOn = () => this.#goOn();
    streamOf(client).on('drain', goOn);
    client.on('handshake', goOn);
    client.once('close', () => this.#waiting.splice(0).forEach((next) => next()));
  }

  wait(next: () => void): void {
    if (this.#isThere) {
      next();
    } else {
      this.#waiting.push(next);
    }
  }

  get #isThere(): boolean {
    return !streamOf(this.#client).writableNeedDrain && protocolOf(this.#client)._kexinit === undefined;
  }

  #goOn(): void {
    if (this.#isThere) {
      this.#waiting.splice(0).forEach((next) => next());
    }
  }
}
