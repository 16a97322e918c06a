import { tunnelSocket } from '@jadegate/contract/session/desktop-socket';

import { openSocket } from '../../../api/open-socket.ts';
import { fillPath } from '../../../api/path.ts';
import type { Box } from '../../../components/desktop/desktop-picture.ts';
import { refusable } from '../session-frame/prepare-session.ts';

/**
 * Desktops are asked for in the pixels of the page: on a dense screen letters stay as large as those around them, where
 * VNC would not know how dense it is, and guacd would halve the size for RDP by itself.
 */
const DPI = 96;

/** A socket to the session, which comes back after the network was away. */
export function openDesktopSocket(sessionId: string, { width, height }: Box): Promise<WebSocket> {
  const path = fillPath(tunnelSocket.path, { id: sessionId });
  return refusable(openSocket(path, { width, height, dpi: DPI, returns: 'true' }));
}
