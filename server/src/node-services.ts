import { randomInt } from 'node:crypto';

import type { CommonServices } from './common-services.ts';
import type { ConnectionServices } from './connection-services.ts';
import { FigureHistory } from './db/figure-history.ts';
import { NodeActionRepository } from './fleet/node-power/node-action.repository.ts';
import { NodeImpactRepository } from './fleet/node-power/node-impact.repository.ts';
import { NodePowerNotice } from './fleet/node-power/node-power-notice.ts';
import { NodePowerKind } from './fleet/node-power/node-power.kind.ts';
import { NodePowerService } from './fleet/node-power/node-power.service.ts';
import { NodeAlarmRepository } from './fleet/node/node-alarm.repository.ts';
import { NodeAssetService } from './fleet/node/node-asset.service.ts';
import { NodeExportService } from './fleet/node/node-export.service.ts';
import { NodeHistoryRepository } from './fleet/node/node-history.repository.ts';
import { NodeHistoryService } from './fleet/node/node-history.service.ts';
import { NodeImportService } from './fleet/node/node-import.service.ts';
import { NodePoller, type PollObserver } from './fleet/node/node-poller.ts';
import { NodeScheduler } from './fleet/node/node-scheduler.ts';
import { NodeStateRepository } from './fleet/node/node-state.repository.ts';
import { watchNodes } from './fleet/node/node-watch.ts';
import { NodeRepository } from './fleet/node/node.repository.ts';
import { NodeService } from './fleet/node/node.service.ts';
import { VmAssetService } from './fleet/vm/vm-asset.service.ts';
import { VmCollector } from './fleet/vm/vm-collector.ts';
import { VmHostKeys } from './fleet/vm/vm-host-keys.ts';
import { VmStateRepository } from './fleet/vm/vm-state.repository.ts';
import { VmTaskKind } from './fleet/vm/vm-task.kind.ts';
import { VmTaskRepository } from './fleet/vm/vm-task.repository.ts';
import { VmTaskService } from './fleet/vm/vm-task.service.ts';
import { VmRepository } from './fleet/vm/vm.repository.ts';
import { VmService } from './fleet/vm/vm.service.ts';
import type { Foundation } from './platform/foundation.ts';
import type { IdentityServices } from './identity-services.ts';
import type { AuditEntry } from './platform/audit/audit.service.ts';
import type { LiveSessionService } from './session/session/live-session.service.ts';

type Parts = Foundation &
  IdentityServices &
  ConnectionServices &
  CommonServices & {
    liveSessions: LiveSessionService;
    /** Those who make more of what a node answers. */
    observers: readonly PollObserver[];
    powerLookMs?: number | undefined;
  };

export type NodeServices = ReturnType<typeof createNodeServices>;

/** Physical hosts and their virtual machines: who they are, how they do, and who asks them. */
export function createNodeServices(parts: Parts) {
  const { database, audit, clock, logger } = parts;
  const nodes = new NodeRepository(database);
  const states = new NodeStateRepository(database);
  const history = new NodeHistoryRepository(database);
  const random = () => randomInt(1001) / 1000;
  const vmHistory = new FigureHistory(database, 'vm_sample');
  const common = { ...parts, nodes, states, history, vmHistory, random };
  const vmStates = new VmStateRepository(database);
  const collector = new VmCollector({ ...common, vmStates });
  const poller = new NodePoller({ ...common, observers: [...parts.observers, collector] });
  const scheduler = new NodeScheduler({ ...common, poller });
  const nodeService = new NodeService({ ...common, scheduler, poller });
  const ofVms = { ...parts, vmHistory, vmStates, vmTasks: new VmTaskRepository(database), collector };
  const vmRows = new VmRepository(database);
  const vms = new VmService({ ...ofVms, nodes: nodeService, vms: vmRows });
  const vmHostKeys = new VmHostKeys({ ...parts, vms });
  const vmTaskKind = new VmTaskKind({ ...ofVms, vms });
  const nodeActions = new NodeActionRepository(database);
  const nodeImpacts = new NodeImpactRepository(database);
  const powerNotice = new NodePowerNotice({ ...parts, nodeActions, nodeImpacts });
  const powerKind = new NodePowerKind({
    ...parts,
    nodeActions,
    powerNotice,
    lookAgain: (nodeId) => scheduler.askSoon(nodeId, { isWanted: true }),
    firstLookMs: parts.powerLookMs,
  });
  parts.work.declare(vmTaskKind, powerKind);
  return {
    vms,
    vmAssets: new VmAssetService({ ...parts, vms: vmRows, vmService: vms, vmHostKeys }),
    vmTasks: new VmTaskService({ ...ofVms, vms, vmTaskKind }),
    nodes: nodeService,
    nodePower: new NodePowerService({
      ...parts,
      nodeService,
      nodeActions,
      nodeImpacts,
      powerNotice,
      powerKind,
    }),
    powerNotice,
    nodeHistory: new NodeHistoryService({ ...common, nodeService }),
    nodeAssets: new NodeAssetService({ ...common, nodeService }),
    nodeExports: new NodeExportService(nodeService, audit),
    nodeImports: new NodeImportService(nodes, nodeService),
    nodeScheduler: scheduler,
    nodeWatches: watchNodes({ ...parts, alarms: new NodeAlarmRepository(database) }),
    start: () => {
      audit.subscribe((entry) => {
        const cause = wakeCause(entry);
        if (cause) {
          states
            .wake(cause, clock.now())
            .catch((error: unknown) => logger.warn({ err: error }, 'a node was not woken'));
        }
      });
      scheduler.start();
      powerNotice.start();
    },
    close: async () => {
      await powerNotice.close();
      await scheduler.close();
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
