import {
  createShare,
  getSharing,
  joinSession,
  openShare,
  revokeShare,
} from '@jadegate/contract/session/session-share';

import type { Api } from '../../http/api.ts';
import type { SessionShareService } from './session-share.service.ts';
import type { ShareRoomService } from './share-room.service.ts';

interface Services {
  sessionShares: SessionShareService;
  shareRoom: ShareRoomService;
}

export function sessionShareRoutes(api: Api, { sessionShares, shareRoom }: Services): void {
  api.on(getSharing, ({ actor, params }) => sessionShares.list(actor, params.id));
  api.on(createShare, ({ actor, params, body }) => sessionShares.create(actor, params.id, body));
  api.on(revokeShare, ({ actor, params }) => sessionShares.revoke(actor, params.id, params.shareId));
  api.on(openShare, ({ actor, body }) => shareRoom.open(actor, body.token));
  api.on(joinSession, ({ actor, params }) => shareRoom.join(actor, params.id));
}
