import type { Notice } from '@jadegate/contract/session/session-notice';
import Guacamole, { type Client } from 'guacamole-common-js';

import { DesktopPicture } from './desktop-picture.ts';
import { SocketTunnel } from './socket-tunnel.ts';

interface WatchEvents {
  onNotice: (notice: Notice) => void;
  /** The first whole picture is there. */
  onPicture: () => void;
  onEnd: (reason: string) => void;
}

/** Said to somebody whose line cannot keep up; starting afresh with the picture as it is then helps. */
const CLIENT_OVERRUN = 781;

/** Somebody else's desktop in an element: looked at, and touched only by what is done with the client it answers. */
export class WatchedPicture {
  readonly #picture: DesktopPicture;
  #client: Client | undefined;

  constructor(holder: HTMLElement) {
    this.#picture = new DesktopPicture(holder);
  }

  /** Shows what comes through this socket, in place of what came through another. */
  follow(socket: WebSocket, { onNotice, onPicture, onEnd }: WatchEvents): Client {
    this.#client?.disconnect();
    const tunnel = new SocketTunnel(socket, {
      onNotice,
      onEnd: ({ reason, code }) => code !== CLIENT_OVERRUN && onEnd(reason),
    });
    const client = this.#picture.follow(tunnel);
    this.#client = client;
    client.onstatechange = (state) => {
      if (state === Guacamole.Client.State.CONNECTED) {
        onPicture();
      }
    };
    client.connect();
    return client;
  }

  dispose(): void {
    this.#client?.disconnect();
    this.#picture.dispose();
  }
}
