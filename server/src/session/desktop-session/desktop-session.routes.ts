import {
  shareTunnelSocket,
  tunnelMonitorSocket,
  tunnelSocket,
} from '@jadegate/contract/session/desktop-socket';

import type { Api } from '../../http/api.ts';
import { TunnelConnection } from '../../ws/tunnel-connection.ts';
import type { ShareRoomService } from '../session-share/share-room.service.ts';
import type { LiveSessionService } from '../session/live-session.service.ts';
import type { SessionWatchService } from '../session/session-watch.service.ts';

interface Services {
  liveSessions: LiveSessionService;
  sessionWatch: SessionWatchService;
  shareRoom: ShareRoomService;
}

/** The ways in for browsers that show a desktop: one's own session, one that is watched, one that is shared. */
export function desktopSessionRoutes(api: Api, { liveSessions, sessionWatch, shareRoom }: Services): void {
  api.onSocket(tunnelSocket, ({ actor, params, query, socket }) => {
    const { width, height, dpi, returns } = query;
    const client = new TunnelConnection(socket, {
      language: actor.language,
      begin: { width, height, dpi },
      canReturn: returns === 'true',
    });
    return liveSessions.attach(actor, params.id, client);
  });
  api.onSocket(tunnelMonitorSocket, ({ actor, params, socket }) => {
    const client = new TunnelConnection(socket, { language: actor.language });
    return sessionWatch.watch(actor, params.id, client);
  });
  api.onSocket(shareTunnelSocket, ({ actor, params, socket }) => {
    const client = new TunnelConnection(socket, { language: actor.language });
    return shareRoom.enter(actor, params.id, client);
  });
}
