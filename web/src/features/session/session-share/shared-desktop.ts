import type { Notice } from '@jadegate/contract/session/session-notice';
import type { Seat } from '@jadegate/contract/session/session-share';

import type { SocketTold } from '../../../api/watch-socket.ts';
import { DesktopHands, type HandsOptions } from '../../../components/desktop/desktop-hands.ts';
import { WatchedPicture } from '../../../components/desktop/watched-picture.ts';

/** Another person's desktop as large as fits, with keys and pointer where the seat has them. */
export class SharedDesktop {
  readonly #picture: WatchedPicture;
  readonly #hands: DesktopHands | undefined;

  constructor(element: HTMLElement, seat: Seat, options: HandsOptions) {
    this.#picture = new WatchedPicture(element);
    this.#hands = seat.mode === 'write' ? new DesktopHands(element, options) : undefined;
  }

  follow(socket: WebSocket, tell: SocketTold, onNotice: (notice: Notice) => void): void {
    const client = this.#picture.follow(socket, { onNotice, onPicture: tell.watching, onEnd: tell.over });
    this.#hands?.take(client);
  }

  dispose(): void {
    this.#hands?.dispose();
    this.#picture.dispose();
  }
}
