import { drainServer, listServers, resumeServer } from '@jadegate/contract/platform/server';

import type { Api } from '../../http/api.ts';
import type { ServerDrainService } from './server-drain.service.ts';

export function serverDrainRoutes(api: Api, { serverDrain }: { serverDrain: ServerDrainService }): void {
  api.on(listServers, () => serverDrain.list());
  api.on(drainServer, async ({ actor, params }) => {
    await serverDrain.drain(actor, params.id);
    return '' as const;
  });
  api.on(resumeServer, async ({ actor, params }) => {
    await serverDrain.resume(actor, params.id);
    return '' as const;
  });
}
