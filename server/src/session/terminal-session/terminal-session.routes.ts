import { monitorSocket, terminalSocket } from '@jadegate/contract/session/session';
import { shareSocket } from '@jadegate/contract/session/session-share';
import { usableSize } from '@jadegate/contract/session/terminal-socket';

import type { Api } from '../../http/api.ts';
import { TerminalConnection } from '../../ws/terminal-connection.ts';
import type { ShareRoomService } from '../session-share/share-room.service.ts';
import type { LiveSessionService } from '../session/live-session.service.ts';
import type { SessionWatchService } from '../session/session-watch.service.ts';

interface Services {
  liveSessions: LiveSessionService;
  sessionWatch: SessionWatchService;
  shareRoom: ShareRoomService;
}

/** The ways in for browsers that show a terminal: one's own session, one that is watched, one that is shared. */
export function terminalSessionRoutes(api: Api, { liveSessions, sessionWatch, shareRoom }: Services): void {
  api.onSocket(terminalSocket, ({ actor, params, query, socket }) => {
    const { cols, rows, from } = query;
    const client = new TerminalConnection(socket, {
      binary: query.protocol === 'binary',
      language: actor.language,
      begin: { size: usableSize({ cols, rows }), from },
    });
    return liveSessions.attach(actor, params.id, client);
  });
  api.onSocket(monitorSocket, ({ actor, params, query, socket }) => {
    const client = new TerminalConnection(socket, {
      binary: query.protocol === 'binary',
      language: actor.language,
    });
    return sessionWatch.watch(actor, params.id, client);
  });
  api.onSocket(shareSocket, ({ actor, params, query, socket }) => {
    const client = new TerminalConnection(socket, {
      binary: query.protocol === 'binary',
      language: actor.language,
    });
    return shareRoom.enter(actor, params.id, client);
  });
}
