import { gpuRoutes } from './gpu/gpu.routes.ts';
import { nodePowerRoutes } from './node-power/node-power.routes.ts';
import { nodeRoutes } from './node/node.routes.ts';
import { vmConsoleRoutes } from './vm-console/vm-console.routes.ts';
import { vmRoutes } from './vm/vm.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const FLEET_ROUTES = [gpuRoutes, nodePowerRoutes, nodeRoutes, vmConsoleRoutes, vmRoutes];
