import type { IdentityModule } from '../identity/module.ts';
import type { PlatformModule } from '../platform/module.ts';
import { inspectPrivateKey } from '../protocols/ssh/inspect-private-key.ts';
import { accessGatewayRoutes } from './access-gateway/access-gateway.routes.ts';
import { AccessGatewayService } from './access-gateway/access-gateway.service.ts';
import { AssetExportService } from './asset-import/asset-export.service.ts';
import { assetImportRoutes } from './asset-import/asset-import.routes.ts';
import { AssetImportService } from './asset-import/asset-import.service.ts';
import { AssetChangeService } from './asset/asset-change.service.ts';
import { AssetTargetService } from './asset/asset-target.service.ts';
import { assetRoutes } from './asset/asset.routes.ts';
import { AssetService } from './asset/asset.service.ts';
import { AccessChanges } from './authorised/access-changes.ts';
import { AccessService } from './authorised/access.service.ts';
import { authorisedRoutes } from './authorised/authorised.routes.ts';
import { AuthorisedService } from './authorised/authorised.service.ts';
import { GrantListService } from './authorised/grant-list.service.ts';
import { ReachableAssetService } from './authorised/reachable-asset.service.ts';
import { WorkerAssetService } from './authorised/worker-asset.service.ts';
import { CommandFilterRuleService } from './command-filter/command-filter-rule.service.ts';
import { commandFilterRoutes } from './command-filter/command-filter.routes.ts';
import { CommandFilterService } from './command-filter/command-filter.service.ts';
import { FilterJudge } from './command-filter/filter-judge.ts';
import { LiveFilterService } from './command-filter/live-filter.service.ts';
import { commandRoutes } from './command/command.routes.ts';
import { CommandService } from './command/command.service.ts';
import { CredentialUseService } from './credential/credential-use.service.ts';
import { credentialRoutes } from './credential/credential.routes.ts';
import { CredentialService } from './credential/credential.service.ts';
import { hostKeyRoutes } from './host-key/host-key.routes.ts';
import { HostKeyService } from './host-key/host-key.service.ts';
import { ReachabilityService } from './reachability/reachability.service.ts';
import { ThisMachineService } from './reachability/this-machine.service.ts';
import { strategyRoutes } from './strategy/strategy.routes.ts';
import { StrategyService } from './strategy/strategy.service.ts';

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

interface AccessNeeds {
  platform: Pick<
    PlatformModule,
    'database' | 'vault' | 'audit' | 'settings' | 'clock' | 'logger' | 'distributedLock' | 'legalHolds'
  >;
  identity: Pick<IdentityModule, 'users' | 'roles' | 'reauthentication' | 'reach'>;
  /** Whether a job checks all assets, so that nobody else does. Of `operations`, which stands above. */
  isCheckedByJob: () => Promise<boolean>;
}

export type AccessModule = ReturnType<typeof createAccessModule>;

/** What can be reached, with what, by whom and on which way. */
export function createAccessModule({ platform, identity, isCheckedByJob }: AccessNeeds) {
  const { database, vault, audit, settings, clock, logger, distributedLock, legalHolds } = platform;
  const { users, roles, reauthentication, reach } = identity;

  const changes = new AccessChanges(audit, (error) =>
    logger.error({ err: error }, 'a change of rights was not heard'),
  );
  const access = new AccessService({ database, changes, clock });
  const credentialUse = new CredentialUseService(database, roles);
  const credentials = new CredentialService({
    database,
    vault,
    users,
    reauthentication,
    audit,
    clock,
    inspectPrivateKey,
    reach,
  });
  const hostKeys = new HostKeyService(database, audit, clock);
  const assets = new AssetService({
    database,
    vault,
    users,
    settings,
    hostKeys,
    credentialUse,
    reach,
    audit,
    legalHolds,
    clock,
    inspectPrivateKey,
  });
  const assetTargets = new AssetTargetService(database, vault, credentials);
  const accessGateways = new AccessGatewayService({
    database,
    vault,
    hostKeys,
    audit,
    clock,
    inspectPrivateKey,
  });
  const reachability = new ReachabilityService({
    database,
    gateways: accessGateways,
    hostKeys,
    audit,
    clock,
    logger,
    resolve: (id) => assetTargets.resolve(id),
    attributes: (id) => assetTargets.attributes(id),
    pace: async () => ({
      intervalMinutes: await settings.get('reachability-interval-minutes'),
      concurrency: await settings.get('reachability-concurrency'),
      isByJob: await isCheckedByJob(),
    }),
  });
  const filterJudge = new FilterJudge();
  const commandFilters = new CommandFilterService(database, audit, clock, filterJudge);

  return {
    access,
    authorised: new AuthorisedService({ database, roles, reach, audit, clock }),
    grantLists: new GrantListService({ database, roles, clock }),
    reachableAssets: new ReachableAssetService({ database, clock }),
    workerAssets: new WorkerAssetService(database, clock),
    credentials,
    credentialUse,
    hostKeys,
    assets,
    assetChanges: new AssetChangeService({
      database,
      vault,
      users,
      roles,
      hostKeys,
      credentialUse,
      reach,
      audit,
      clock,
    }),
    assetImports: new AssetImportService({
      database,
      assets,
      users,
      roles,
      audit,
      credentialUse,
      inspectPrivateKey,
      distributedLock,
    }),
    assetExports: new AssetExportService(assets, audit),
    assetTargets,
    accessGateways,
    reachability,
    thisMachine: new ThisMachineService(),
    commands: new CommandService({ database, users, audit, clock }),
    commandFilters,
    commandFilterRules: new CommandFilterRuleService({ database, reach, audit, clock, filterJudge }),
    liveFilters: new LiveFilterService({ filters: commandFilters, access, logger }),
    strategies: new StrategyService({ database, commandFilters, reach, audit, clock }),
  };
}
