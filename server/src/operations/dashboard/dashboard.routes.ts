import {
  getDashboard,
  getDashboardActivity,
  getDashboardPresent,
} from '@jadegate/contract/operations/dashboard';

import type { Api } from '../../http/api.ts';
import type { DashboardService } from './dashboard.service.ts';

export function dashboardRoutes(api: Api, { dashboard }: { dashboard: DashboardService }): void {
  api.on(getDashboard, ({ actor }) => dashboard.read(actor));
  api.on(getDashboardPresent, ({ actor }) => dashboard.readPresent(actor));
  api.on(getDashboardActivity, ({ actor, query }) => dashboard.readActivity(actor, query.d));
}
