import { searchSessions } from '@jadegate/contract/session/session-search';

import type { Api } from '../../http/api.ts';
import type { SessionSearchService } from './session-search.service.ts';

export function sessionSearchRoutes(
  api: Api,
  { sessionSearch }: { sessionSearch: SessionSearchService },
): void {
  api.on(searchSessions, ({ actor, query, others }) => sessionSearch.search(actor, query, others));
}
