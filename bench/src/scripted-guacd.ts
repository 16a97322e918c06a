import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

/** Keys by which a client orders something. */
export const FLOOD_KEY = 1;
export const PICTURE_KEY = 2;
export const FLOOD_BYTES = 96 * 1024 * 1024;

/** As guacd draws: pieces of a picture in base64, and a sync now and then. */
const BLOB = encodeInstruction('blob', 1, 'iVBORw0KGgo+/ABC'.repeat(504));
const PICTURE = encodeInstruction('img', 1, 14, 0, 'image/png', 0, 0) + BLOB + encodeInstruction('end', 1);
const FRAME = Buffer.from(PICTURE.repeat(12) + encodeInstruction('sync', 1));
export const SMALL_PICTURE = Buffer.from(PICTURE + encodeInstruction('sync', 2));
const KEY = /3\.key,1\.([12]),1\.1;/g;

/** Speaks as much of guacd as a desktop needs, and draws what it is told: what is measured is not what guacd takes. */
export class ScriptedGuacd {
  readonly #server = createServer((socket) => this.#serve(socket));

  static async start(): Promise<ScriptedGuacd> {
    const guacd = new ScriptedGuacd();
    guacd.#server.listen(0, '127.0.0.1');
    await once(guacd.#server, 'listening');
    return guacd;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }

  #serve(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (text.includes('6.select')) {
        socket.write(encodeInstruction('args', 'VERSION_1_3_0', 'hostname', 'port', 'password'));
      }
      if (text.includes('7.connect')) {
        socket.write(encodeInstruction('ready', '$bench') + encodeInstruction('size', 0, 800, 600));
        socket.write(SMALL_PICTURE);
      }
      for (const [, key] of text.matchAll(KEY)) {
        if (Number(key) === FLOOD_KEY) {
          void flood(socket);
        } else {
          socket.write(SMALL_PICTURE);
        }
      }
    });
  }
}

async function flood(socket: Socket): Promise<void> {
  for (let sent = 0; sent < FLOOD_BYTES && !socket.destroyed; sent += FRAME.length) {
    if (!socket.write(FRAME)) {
      await once(socket, 'drain').catch(() => undefined);
    }
  }
}
