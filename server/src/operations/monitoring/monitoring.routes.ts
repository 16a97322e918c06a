import { getSystemFigures, listMonitoredServers } from '@jadegate/contract/operations/monitoring';

import type { Api } from '../../http/api.ts';
import type { MonitoringService } from './monitoring.service.ts';

export function monitoringRoutes(api: Api, { monitoring }: { monitoring: MonitoringService }): void {
  api.on(getSystemFigures, () => monitoring.readNow());
  api.on(listMonitoredServers, ({ query }) => monitoring.list(query.span));
}
