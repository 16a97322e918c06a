import { backupRoutes } from './backup/backup.routes.ts';
import { commandRunRoutes } from './command-run/command-run.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { jobRoutes } from './job/job.routes.ts';
import { monitoringRoutes } from './monitoring/monitoring.routes.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { serverDrainRoutes } from './server-drain/server-drain.routes.ts';
import { workListRoutes } from './work-list/work-list.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const OPERATIONS_ROUTES = [
  backupRoutes,
  commandRunRoutes,
  dashboardRoutes,
  jobRoutes,
  monitoringRoutes,
  overviewRoutes,
  serverDrainRoutes,
  workListRoutes,
];
