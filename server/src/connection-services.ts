import { AccessGatewayService } from './access/access-gateway/access-gateway.service.ts';
import { AssetExportService } from './access/asset-import/asset-export.service.ts';
import { AssetImportService } from './access/asset-import/asset-import.service.ts';
import { AssetChangeService } from './access/asset/asset-change.service.ts';
import { AssetTargetService } from './access/asset/asset-target.service.ts';
import { AssetService } from './access/asset/asset.service.ts';
import { AccessChanges } from './access/authorised/access-changes.ts';
import { AccessService } from './access/authorised/access.service.ts';
import { AuthorisedService } from './access/authorised/authorised.service.ts';
import { GrantListService } from './access/authorised/grant-list.service.ts';
import { ReachableAssetService } from './access/authorised/reachable-asset.service.ts';
import { WorkerAssetService } from './access/authorised/worker-asset.service.ts';
import { CommandFilterRuleService } from './access/command-filter/command-filter-rule.service.ts';
import { CommandFilterService } from './access/command-filter/command-filter.service.ts';
import { FilterJudge } from './access/command-filter/filter-judge.ts';
import { CommandService } from './access/command/command.service.ts';
import { CredentialUseService } from './access/credential/credential-use.service.ts';
import { CredentialService } from './access/credential/credential.service.ts';
import { HostKeyService } from './access/host-key/host-key.service.ts';
import { ReachabilityService } from './access/reachability/reachability.service.ts';
import { StrategyService } from './access/strategy/strategy.service.ts';
import type { CommonServices } from './common-services.ts';
import { NodeCollectionService } from './fleet/node-collection/node-collection.service.ts';
import type { Foundation } from './platform/foundation.ts';
import type { IdentityServices } from './identity-services.ts';
import { JobRepository } from './operations/job/job.repository.ts';
import { inspectPrivateKey } from './protocols/ssh/inspect-private-key.ts';

export type ConnectionServices = ReturnType<typeof createConnectionServices>;

/** What can be reached, with what, by whom and on which way. */
export function createConnectionServices(
  foundation: Foundation,
  { users, roles, reauthentication, reach }: IdentityServices,
  { soleWork }: CommonServices,
) {
  const { database, vault, audit, settings, clock, logger } = foundation;
  const credentialUse = new CredentialUseService(database, roles);
  const people = { users, roles, reauthentication, reach };
  const parts = { ...foundation, ...people, credentialUse, inspectPrivateKey, soleWork };
  const changes = new AccessChanges(audit, (error) =>
    logger.error({ err: error }, 'a change of rights was not heard'),
  );
  const access = new AccessService({ database, changes, clock });
  const credentials = new CredentialService(parts);
  const hostKeys = new HostKeyService(database, audit, clock);
  const assets = new AssetService({ ...parts, hostKeys });
  const assetTargets = new AssetTargetService(database, vault, credentials);
  const accessGateways = new AccessGatewayService({ ...parts, hostKeys });
  const jobs = new JobRepository(database);
  const filterJudge = new FilterJudge();
  const commandFilters = new CommandFilterService(database, audit, clock, filterJudge);
  return {
    access,
    authorised: new AuthorisedService(parts),
    grantLists: new GrantListService(parts),
    reachableAssets: new ReachableAssetService(parts),
    workerAssets: new WorkerAssetService(database, clock),
    credentials,
    credentialUse,
    hostKeys,
    assets,
    assetChanges: new AssetChangeService({ ...parts, hostKeys }),
    assetImports: new AssetImportService({ ...parts, assets }),
    assetExports: new AssetExportService(assets, audit),
    assetTargets,
    accessGateways,
    nodeCollection: new NodeCollectionService({
      gateways: accessGateways,
      hostKeys,
      clock,
      resolve: (id) => assetTargets.resolve(id),
      attributes: (id) => assetTargets.attributes(id),
    }),
    reachability: new ReachabilityService({
      ...parts,
      gateways: accessGateways,
      hostKeys,
      resolve: (id) => assetTargets.resolve(id),
      attributes: (id) => assetTargets.attributes(id),
      pace: async () => ({
        intervalMinutes: await settings.get('reachability-interval-minutes'),
        concurrency: await settings.get('reachability-concurrency'),
        isByJob: await jobs.checksAll(),
      }),
    }),
    commands: new CommandService(parts),
    commandFilters,
    commandFilterRules: new CommandFilterRuleService({ ...parts, filterJudge }),
    strategies: new StrategyService({ ...parts, commandFilters }),
  };
}
