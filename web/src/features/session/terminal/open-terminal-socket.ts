import { terminalSocket } from '@jadegate/contract/session/session';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import { openSocket } from '../../../api/open-socket.ts';
import { fillPath } from '../../../api/path.ts';
import { refusable } from '../session-frame/prepare-session.ts';

/** A socket to the session. */
export function openTerminalSocket(
  sessionId: string,
  { size, from }: { size: TerminalSize; from: number | undefined },
): Promise<WebSocket> {
  const path = fillPath(terminalSocket.path, { id: sessionId });
  return refusable(openSocket(path, { ...size, protocol: 'binary', from }));
}
