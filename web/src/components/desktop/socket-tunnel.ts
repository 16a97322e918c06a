import { decodeInstructions, encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import type { Notice } from '@jadegate/contract/session/session-notice';
import Guacamole from 'guacamole-common-js';

interface TunnelEvents {
  /** Something to tell the person that does not come from the desktop. */
  onNotice: (notice: Notice) => void;
  /** The server says that it is over, and why, in the language of the person; `code` as clients of desktops know it. */
  onEnd: (end: { reason: string; code: number }) => void;
}

/**
 * A desktop's way through an open socket. What the server says about the session goes to the events, and only what draws
 * goes to the client: it would answer an end by saying that the person leaves.
 */
export class SocketTunnel extends Guacamole.Tunnel {
  constructor(socket: WebSocket, { onNotice, onEnd }: TunnelEvents) {
    super();
    // The library makes its methods in the constructor, where they hide those of a class.
    const hear = ([opcode = '', ...parameters]: string[]) => {
      const [first = '', second = ''] = parameters;
      switch (opcode) {
        case 'notice':
          onNotice(JSON.parse(first) as Notice);
          return;
        case 'error':
          onEnd({ reason: decodeReason(first), code: Number(second) });
          return;
        case 'disconnect':
        case Guacamole.Tunnel.INTERNAL_DATA_OPCODE:
          return;
        default:
          this.oninstruction?.(opcode, parameters);
      }
    };
    this.connect = () => {
      this.state = Guacamole.Tunnel.State.OPEN;
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
        for (const instruction of decodeInstructions(data)) {
          // One of them may have been the last.
          if (this.isConnected()) {
            hear(instruction);
          }
        }
      });
    };
    this.disconnect = () => {
      this.state = Guacamole.Tunnel.State.CLOSED;
    };
    this.sendMessage = (...elements: (string | number)[]) => {
      if (this.isConnected() && socket.readyState === WebSocket.OPEN) {
        socket.send(encodeInstruction(...elements));
      }
    };
  }
}

/** Sent as clients of the product family read it. */
function decodeReason(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0)));
  } catch {
    return encoded;
  }
}
