import { getDrawing, listScreens } from '@jadegate/contract/session/session-screen';

import type { Api } from '../../http/api.ts';
import type { SessionScreenService } from './session-screen.service.ts';

export function sessionScreenRoutes(
  api: Api,
  { sessionScreens }: { sessionScreens: SessionScreenService },
): void {
  api.on(listScreens, ({ actor, params, query }) => sessionScreens.list(actor, params.ids, query.known));
  api.on(getDrawing, ({ actor, params }) => sessionScreens.drawing(actor, params.id));
}
