import { randomInt } from 'node:crypto';

import type { AccessModule } from '../access/module.ts';
import { FigureHistory } from '../db/figure-history.ts';
import type { IdentityModule } from '../identity/module.ts';
import type { AuditEntry } from '../platform/audit/audit.service.ts';
import type { PlatformModule } from '../platform/module.ts';
import type { SessionModule } from '../session/module.ts';
import { GpuKeeper } from './gpu/gpu-keeper.ts';
import { GpuOwners } from './gpu/gpu-owners.ts';
import { GpuProcessRepository } from './gpu/gpu-process.repository.ts';
import { GpuReminderService } from './gpu/gpu-reminder.service.ts';
import { GpuSignalService } from './gpu/gpu-signal.service.ts';
import { GpuTidy } from './gpu/gpu-tidy.ts';
import { GpuRepository } from './gpu/gpu.repository.ts';
import { gpuRoutes } from './gpu/gpu.routes.ts';
import { GpuService } from './gpu/gpu.service.ts';
import { NodeCollectionService } from './node-collection/node-collection.service.ts';
import { NodeActionRepository } from './node-power/node-action.repository.ts';
import { NodeImpactRepository } from './node-power/node-impact.repository.ts';
import { NodePowerNotice } from './node-power/node-power-notice.ts';
import { NodePowerKind } from './node-power/node-power.kind.ts';
import { nodePowerRoutes } from './node-power/node-power.routes.ts';
import { NodePowerService } from './node-power/node-power.service.ts';
import { NodeAlarmRepository } from './node/node-alarm.repository.ts';
import { NodeAssetService } from './node/node-asset.service.ts';
import { NodeExportService } from './node/node-export.service.ts';
import { NodeHistoryRepository } from './node/node-history.repository.ts';
import { NodeHistoryService } from './node/node-history.service.ts';
import { NodeImportService } from './node/node-import.service.ts';
import { NodePoller } from './node/node-poller.ts';
import { NodeScheduler } from './node/node-scheduler.ts';
import { NodeStateRepository } from './node/node-state.repository.ts';
import { watchNodes } from './node/node-watch.ts';
import { NodeRepository } from './node/node.repository.ts';
import { nodeRoutes } from './node/node.routes.ts';
import { NodeService } from './node/node.service.ts';
import { vmConsoleRoutes } from './vm-console/vm-console.routes.ts';
import { VmConsoleService } from './vm-console/vm-console.service.ts';
import { VmAssetService } from './vm/vm-asset.service.ts';
import { VmCollector } from './vm/vm-collector.ts';
import { VmHostKeys } from './vm/vm-host-keys.ts';
import { VmStateRepository } from './vm/vm-state.repository.ts';
import { VmTaskKind } from './vm/vm-task.kind.ts';
import { VmTaskRepository } from './vm/vm-task.repository.ts';
import { VmTaskService } from './vm/vm-task.service.ts';
import { VmRepository } from './vm/vm.repository.ts';
import { vmRoutes } from './vm/vm.routes.ts';
import { VmService } from './vm/vm.service.ts';

/** Every endpoint of the area has its handler in one of these. */
export const FLEET_ROUTES = [gpuRoutes, nodePowerRoutes, nodeRoutes, vmConsoleRoutes, vmRoutes];

export interface FleetOptions {
  /** How soon a host that was told to restart is looked at, where that is not after two seconds. */
  powerLookMs?: number | undefined;
}

interface FleetNeeds {
  platform: Pick<
    PlatformModule,
    'database' | 'audit' | 'settings' | 'clock' | 'logger' | 'processes' | 'work' | 'mail' | 'notifications'
  >;
  identity: Pick<IdentityModule, 'users' | 'roles' | 'personMenus'>;
  access: Pick<AccessModule, 'access' | 'accessGateways' | 'assets' | 'assetTargets' | 'hostKeys'>;
  session: Pick<SessionModule, 'liveSessions'>;
  options: FleetOptions;
}

export type FleetModule = ReturnType<typeof createFleetModule>;

/** Physical hosts, their GPUs and their virtual machines: who they are, how they do, and who asks them. */
export function createFleetModule({
  platform,
  identity: { users, roles, personMenus },
  access: { access, accessGateways, assets, assetTargets, hostKeys },
  session: { liveSessions },
  options,
}: FleetNeeds) {
  const { database, audit, settings, clock, logger, processes, work, mail, notifications } = platform;
  const nodeCollection = new NodeCollectionService({
    gateways: accessGateways,
    hostKeys,
    clock,
    resolve: (id) => assetTargets.resolve(id),
    attributes: (id) => assetTargets.attributes(id),
  });

  // GPUs, and whose the processes on them are.
  const gpus = new GpuRepository(database);
  const gpuProcesses = new GpuProcessRepository(database);
  const gpuHistory = new FigureHistory(database, 'gpu_sample');
  const gpuOwners = new GpuOwners(gpuProcesses);
  const gpuKeeper = new GpuKeeper({
    database,
    logger,
    gpus,
    gpuProcesses,
    gpuHistory,
    gpuOwners,
    settings,
  });
  const gpuTidy = new GpuTidy({ gpus, gpuHistory, clock, logger });
  const gpuService = new GpuService({ database, audit, clock, gpus, gpuProcesses, gpuHistory });

  // Hosts. What one answers goes to its GPUs and its machines as well.
  const nodes = new NodeRepository(database);
  const states = new NodeStateRepository(database);
  const history = new NodeHistoryRepository(database);
  const random = () => randomInt(1001) / 1000;
  const vmStates = new VmStateRepository(database);
  const vmHistory = new FigureHistory(database, 'vm_sample');
  const vmCollector = new VmCollector({ database, clock, logger, vmStates, vmHistory, nodeCollection });
  const poller = new NodePoller({
    database,
    audit,
    clock,
    nodes,
    states,
    history,
    nodeCollection,
    random,
    observers: [gpuKeeper, vmCollector],
  });
  const nodeScheduler = new NodeScheduler({
    processes,
    states,
    history,
    vmHistory,
    poller,
    clock,
    logger,
    random,
  });
  const nodeService = new NodeService({
    database,
    audit,
    clock,
    roles,
    access,
    settings,
    nodes,
    states,
    scheduler: nodeScheduler,
    poller,
  });

  // Virtual machines.
  const vmRows = new VmRepository(database);
  const vmTasks = new VmTaskRepository(database);
  const vms = new VmService({
    database,
    audit,
    clock,
    nodes: nodeService,
    vms: vmRows,
    vmStates,
    vmTasks,
    collector: vmCollector,
    vmHistory,
  });
  const vmHostKeys = new VmHostKeys({ logger, nodeCollection, vms });
  const vmTaskKind = new VmTaskKind({ audit, clock, logger, nodeCollection, vms, vmTasks });

  // Hosts that are switched.
  const nodeActions = new NodeActionRepository(database);
  const nodeImpacts = new NodeImpactRepository(database);
  const powerNotice = new NodePowerNotice({
    clock,
    logger,
    nodeActions,
    processes,
    users,
    liveSessions,
    nodeImpacts,
  });
  const powerKind = new NodePowerKind({
    audit,
    clock,
    nodeCollection,
    nodeActions,
    powerNotice,
    lookAgain: (nodeId) => nodeScheduler.askSoon(nodeId, { isWanted: true }),
    firstLookMs: options.powerLookMs,
  });
  work.declare(vmTaskKind, powerKind);

  return {
    nodeCollection,
    gpus: gpuService,
    gpuKeeper,
    gpuTidy,
    gpuReminders: new GpuReminderService({
      audit,
      gpus,
      gpuProcesses,
      users,
      mail,
      notifications,
      liveSessions,
    }),
    gpuSignals: new GpuSignalService({
      audit,
      gpuService,
      gpuProcesses,
      nodes: nodeService,
      nodeCollection,
      lookAgain: (nodeId) => nodeScheduler.askSoon(nodeId, {}),
    }),
    nodes: nodeService,
    nodeScheduler,
    nodeHistory: new NodeHistoryService({ database, audit, clock, nodes, states, history, nodeService }),
    nodeAssets: new NodeAssetService({ audit, assets, assetTargets, nodeCollection, nodes, nodeService }),
    nodeExports: new NodeExportService(nodeService, audit),
    nodeImports: new NodeImportService(nodes, nodeService),
    nodeWatches: watchNodes({ alarms: new NodeAlarmRepository(database) }),
    vms,
    vmAssets: new VmAssetService({
      database,
      audit,
      clock,
      roles,
      assets,
      hostKeys,
      vmHostKeys,
      vms: vmRows,
      vmService: vms,
    }),
    vmTasks: new VmTaskService({
      database,
      audit,
      clock,
      settings,
      processes,
      vms,
      vmTasks,
      vmTaskKind,
      work,
    }),
    vmConsoles: new VmConsoleService({
      nodeCollection,
      menus: personMenus,
      vms,
      resolveAsset: (id) => assetTargets.resolve(id),
    }),
    powerNotice,
    nodePower: new NodePowerService({
      database,
      audit,
      clock,
      processes,
      nodeCollection,
      nodeService,
      nodeActions,
      nodeImpacts,
      powerNotice,
      powerKind,
      work,
    }),
    start: () => {
      gpuTidy.start();
      audit.subscribe((entry) => {
        const cause = wakeCause(entry);
        if (cause) {
          states
            .wake(cause, clock.now())
            .catch((error: unknown) => logger.warn({ err: error }, 'a node was not woken'));
        }
      });
      nodeScheduler.start();
      powerNotice.start();
    },
    close: async () => {
      await powerNotice.close();
      await nodeScheduler.close();
      await gpuTidy.close();
    },
  };
}

/** After which acts a node that waits is worth another try. */
function wakeCause({ action, object: { type, id } }: AuditEntry) {
  if (type === 'asset') {
    return { assetId: id };
  }
  if (action === 'credential.updated') {
    return { credentialId: id };
  }
  return action === 'access-gateway.updated' ? { gatewayId: id } : undefined;
}
