import { LONGEST_PAGE } from '@jadegate/contract/paging';
import { listOwnSessions } from '@jadegate/contract/session/own-session';
import {
  clearSessions,
  createSession,
  deleteSessions,
  disconnectSessions,
  disconnectUser,
  getSession,
  listNewestSessions,
  listSessions,
  markAllReviewed,
  markReviewed,
  markUnreviewed,
  messageSession,
  reportConnected,
  resizeSession,
} from '@jadegate/contract/session/session';

import type { Api } from '../../http/api.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { LiveSessionService } from './live-session.service.ts';
import { presentOwn } from './own-sessions.ts';
import type { SessionWatchService } from './session-watch.service.ts';
import type { SessionService } from './session.service.ts';

interface Services {
  sessions: SessionService;
  liveSessions: LiveSessionService;
  sessionWatch: SessionWatchService;
  roles: RoleService;
}

export function sessionRoutes(api: Api, { sessions, liveSessions, sessionWatch, roles }: Services): void {
  api.on(createSession, ({ actor, query }) =>
    // The desktop page of the product family says so, and opens Telnet there, too.
    sessions.create(actor, query.assetId, { isDesktopPage: query.mode === 'guacd' }),
  );
  api.on(listOwnSessions, async ({ actor }) => presentOwn(liveSessions.listOf(actor.userId)));
  api.on(reportConnected, ({ actor, params }) => sessions.refuseStranger(actor, params.id));
  api.on(resizeSession, async ({ actor, params, query }) => {
    await sessions.resize(actor, params.id, query.width, query.height);
    return '' as const;
  });
  api.on(listSessions, async ({ actor, query }) =>
    sessions.list(actor, await roles.withPeopleSearch(actor, query, query.userName)),
  );
  api.on(listNewestSessions, async ({ actor }) => (await sessions.list(actor, LONGEST_PAGE)).items);
  api.on(getSession, ({ actor, params }) => sessions.get(actor, params.id));
  api.on(disconnectSessions, ({ actor, params }) => sessions.disconnect(actor, params.ids));
  api.on(deleteSessions, ({ actor, params }) => sessions.remove(actor, params.ids));
  api.on(clearSessions, ({ actor }) => sessions.clear(actor));
  api.on(markReviewed, ({ actor, params }) => sessions.markReviewed(actor, params.ids, true));
  api.on(markUnreviewed, ({ actor, params }) => sessions.markReviewed(actor, params.ids, false));
  api.on(markAllReviewed, ({ actor }) => sessions.markAllReviewed(actor));
  api.on(disconnectUser, ({ actor, query }) => sessions.disconnectUser(actor, query.userId));
  api.on(messageSession, ({ actor, params, body }) => sessionWatch.message(actor, params.id, body.text));
}
