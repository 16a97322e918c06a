import { listCommandLog, listSessionCommands } from '@jadegate/contract/session/session-command';

import type { Api } from '../../http/api.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { SessionCommandService } from './session-command.service.ts';

export function sessionCommandRoutes(
  api: Api,
  { sessionCommands, roles }: { sessionCommands: SessionCommandService; roles: RoleService },
): void {
  api.on(listSessionCommands, ({ actor, params, query }) => sessionCommands.listOf(actor, params.id, query));
  api.on(listCommandLog, async ({ actor, query }) =>
    sessionCommands.list(await roles.withPeopleSearch(actor, query, query.userName)),
  );
}
