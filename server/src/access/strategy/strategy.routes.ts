import {
  createStrategy,
  deleteStrategies,
  getStrategy,
  listStrategies,
  listStrategyGrants,
  listStrategyOptions,
  updateStrategy,
} from '@jadegate/contract/access/strategy';

import type { Api } from '../../http/api.ts';
import type { StrategyService } from './strategy.service.ts';

export function strategyRoutes(api: Api, { strategies }: { strategies: StrategyService }): void {
  api.on(listStrategyOptions, () => strategies.listAll());
  api.on(listStrategies, ({ query }) => strategies.list(query));
  api.on(getStrategy, ({ params }) => strategies.get(params.id));
  api.on(listStrategyGrants, ({ params, query }) => strategies.listGrants(params.id, query));
  api.on(createStrategy, ({ actor, body }) => strategies.create(actor, body));
  api.on(updateStrategy, ({ actor, params, body }) => strategies.update(actor, params.id, body));
  api.on(deleteStrategies, ({ actor, params }) => strategies.delete(actor, params.ids));
}
