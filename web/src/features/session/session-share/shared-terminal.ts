import type { Notice } from '@jadegate/contract/session/session-notice';
import type { Seat } from '@jadegate/contract/session/session-share';

import type { SocketTold } from '../../../api/watch-socket.ts';
import { followTerminal, typeInto } from '../../../api/watch-terminal.ts';
import { FixedTerminal } from '../../../components/terminal/fixed-terminal.ts';
import { screenEvents } from '../../../components/terminal/screen-events.ts';
import type { useClipboardRules } from '../../../components/terminal/useClipboardRules.tsx';

interface Options {
  may: (use: 'copy' | 'paste') => boolean;
  rules: () => ReturnType<typeof useClipboardRules>;
}

/** Another person's terminal at its own size, with the keyboard where the seat has it. */
export class SharedTerminal {
  readonly #terminal: FixedTerminal;
  #socket: WebSocket | undefined;

  constructor(element: HTMLElement, seat: Seat, { may, rules }: Options) {
    this.#terminal = new FixedTerminal(element, {
      ...(seat.mode === 'write' && { onInput: (bytes: Uint8Array) => typeInto(this.#socket, bytes) }),
      clipboard: {
        mayUseClipboard: (use, how) => {
          const isAllowed = may(use);
          if (!isAllowed && how !== 'quietly') {
            rules().refuse(use);
          }
          return isAllowed;
        },
        confirmPaste: (text) => rules().confirmPaste(text),
      },
    });
  }

  follow(socket: WebSocket, tell: SocketTold, onNotice: (notice: Notice) => void): void {
    this.#socket = socket;
    followTerminal(socket, tell, { ...screenEvents(this.#terminal), onNotice });
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}
