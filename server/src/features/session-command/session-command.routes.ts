import { listCommandLog, listSessionCommands } from '@jadegate/contract/session-command';

import type { Api } from '../../http/api.ts';
import type { SessionCommandService } from './session-command.service.ts';

export function sessionCommandRoutes(
  api: Api,
  { sessionCommands }: { sessionCommands: SessionCommandService },
): void {
  api.on(listSessionCommands, ({ actor, params, query }) => sessionCommands.listOf(actor, params.id, query));
  api.on(listCommandLog, ({ query }) => sessionCommands.list(query));
}
