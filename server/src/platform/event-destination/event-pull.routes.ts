import { pullEvents } from '@jadegate/contract/platform/event-pull';

import type { Api } from '../../http/api.ts';
import type { EventPullService } from './event-pull.service.ts';

interface Services {
  eventPull: EventPullService;
}

export function eventPullRoutes(api: Api, { eventPull }: Services): void {
  api.on(pullEvents, ({ query, left }) => eventPull.pull(query, left()));
}
