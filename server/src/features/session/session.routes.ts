import {
  createSession,
  deleteSessions,
  disconnectSessions,
  downloadRecording,
  getSession,
  listSessions,
  monitorSocket,
  reportConnected,
  resizeSession,
  terminalSocket,
} from '@jadegate/contract/session';

import type { Api } from '../../http/api.ts';
import { TerminalConnection } from '../../ws/terminal-connection.ts';
import type { LiveSessionService } from './live-session.service.ts';
import type { SessionService } from './session.service.ts';

interface Services {
  sessions: SessionService;
  liveSessions: LiveSessionService;
}

export function sessionRoutes(api: Api, { sessions, liveSessions }: Services): void {
  api.on(createSession, ({ actor, query }) => sessions.create(actor, query.assetId));
  api.on(reportConnected, ({ actor, params }) => sessions.refuseStranger(actor, params.id));
  api.on(resizeSession, async ({ actor, params, query }) => {
    await sessions.resize(actor, params.id, query.width, query.height);
    return '' as const;
  });
  api.on(listSessions, ({ actor, query }) => sessions.list(actor, query));
  api.on(getSession, ({ actor, params }) => sessions.get(actor, params.id));
  api.on(disconnectSessions, ({ actor, params }) => sessions.disconnect(actor, params.ids));
  api.on(deleteSessions, ({ actor, params }) => sessions.remove(actor, params.ids));
  api.on(downloadRecording, ({ actor, params }) => sessions.recording(actor, params.id));
  api.onSocket(terminalSocket, ({ actor, params, query, socket }) => {
    const client = new TerminalConnection(socket, { binary: query.protocol === 'binary' });
    const { cols, rows, from } = query;
    return liveSessions.attach(actor, params.id, client, { size: { cols, rows }, from });
  });
  api.onSocket(monitorSocket, async ({ params, query, socket }) => {
    liveSessions.observe(params.id, new TerminalConnection(socket, { binary: query.protocol === 'binary' }));
  });
}
