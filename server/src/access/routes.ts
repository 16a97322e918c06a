import { accessGatewayRoutes } from './access-gateway/access-gateway.routes.ts';
import { assetImportRoutes } from './asset-import/asset-import.routes.ts';
import { assetRoutes } from './asset/asset.routes.ts';
import { authorisedRoutes } from './authorised/authorised.routes.ts';
import { commandFilterRoutes } from './command-filter/command-filter.routes.ts';
import { commandRoutes } from './command/command.routes.ts';
import { credentialRoutes } from './credential/credential.routes.ts';
import { hostKeyRoutes } from './host-key/host-key.routes.ts';
import { strategyRoutes } from './strategy/strategy.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const ACCESS_ROUTES = [
  accessGatewayRoutes,
  assetImportRoutes,
  assetRoutes,
  authorisedRoutes,
  commandFilterRoutes,
  commandRoutes,
  credentialRoutes,
  hostKeyRoutes,
  strategyRoutes,
];
