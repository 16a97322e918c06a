import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import type { WebSocket } from 'ws';

const NORMAL_CLOSURE = 1000;

/** The last words on a desktop's socket: why, in the form clients of the product family read, and the same as a code. */
export function tunnelFarewell(socket: WebSocket, reason: string, code: number): void {
  if (socket.readyState === socket.OPEN) {
    socket.send(encodeInstruction('error', Buffer.from(reason).toString('base64'), code));
    socket.send(encodeInstruction('disconnect'));
  }
  socket.close(NORMAL_CLOSURE, String(code));
}
