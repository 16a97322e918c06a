import type { Duplex } from 'node:stream';

import type { ServerChannel } from 'ssh2';

/** What went through a forward. */
export interface Joined {
  /** From the client on. */
  sent: number;
  received: number;
}

/** Joins a channel of a client to a stream, each direction for itself: either side may finish first and still listen. */
export function joinStreams(
  channel: ServerChannel,
  stream: Duplex,
  onBytes: (way: keyof Joined, count: number) => void,
): Promise<Joined> {
  const joined = { sent: 0, received: 0 };
  const count = (way: keyof Joined) => (bytes: Buffer) => {
    joined[way] += bytes.length;
    onBytes(way, bytes.length);
  };
  channel.on('data', count('sent'));
  stream.on('data', count('received'));
  channel.pipe(stream);
  stream.pipe(channel, { end: false });
  return new Promise((resolve) => {
    let isOver = false;
    const finish = () => {
      if (!isOver) {
        isOver = true;
        stream.destroy();
        channel.end();
        channel.resume();
        resolve(joined);
      }
    };
    let isChannelDone = false;
    let isStreamDone = false;
    channel.once('end', () => {
      isChannelDone = true;
      if (isStreamDone) {
        finish();
      }
    });
    // Behind what was read last. `end` would close the channel in both directions.
    stream.once('end', () =>
      channel.write(Buffer.alloc(0), () => {
        halfClose(channel);
        isStreamDone = true;
        if (isChannelDone) {
          finish();
        }
      }),
    );
    for (const side of [channel, stream]) {
      side.on('error', finish);
      side.once('close', finish);
    }
  });
}

function halfClose(channel: ServerChannel): void {
  (channel as unknown as { eof(): void }).eof();
}
