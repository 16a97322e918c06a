import { getNodeImpact, listNodeActions, powerNode } from '@jadegate/contract/fleet/node-power';

import type { Api } from '../../http/api.ts';
import type { NodePowerService } from './node-power.service.ts';

export function nodePowerRoutes(api: Api, { nodePower }: { nodePower: NodePowerService }): void {
  api.on(getNodeImpact, ({ params }) => nodePower.impact(params.id));
  api.on(powerNode, ({ actor, params, body }) => nodePower.begin(actor, params.id, body));
  api.on(listNodeActions, ({ actor, params, query }) => nodePower.list(params.id, query, actor.language));
}
