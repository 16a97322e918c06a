import { getAssetCounter, getDateCounter, getOverviewCounter } from '@jadegate/contract/operations/overview';

import type { Api } from '../../http/api.ts';
import type { OverviewService } from './overview.service.ts';

export function overviewRoutes(api: Api, { overview }: { overview: OverviewService }): void {
  api.on(getOverviewCounter, () => overview.readCounter());
  api.on(getAssetCounter, () => overview.readAssets());
  api.on(getDateCounter, ({ query, actor }) => overview.readDays(query.d, actor.language));
}
