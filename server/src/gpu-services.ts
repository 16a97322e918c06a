import type { CommonServices } from './common-services.ts';
import type { ConnectionServices } from './connection-services.ts';
import { FigureHistory } from './db/figure-history.ts';
import { GpuKeeper } from './fleet/gpu/gpu-keeper.ts';
import { GpuOwners } from './fleet/gpu/gpu-owners.ts';
import { GpuProcessRepository } from './fleet/gpu/gpu-process.repository.ts';
import { GpuReminderService } from './fleet/gpu/gpu-reminder.service.ts';
import { GpuSignalService } from './fleet/gpu/gpu-signal.service.ts';
import { GpuTidy } from './fleet/gpu/gpu-tidy.ts';
import { GpuRepository } from './fleet/gpu/gpu.repository.ts';
import { GpuService } from './fleet/gpu/gpu.service.ts';
import type { Foundation } from './platform/foundation.ts';
import type { IdentityServices } from './identity-services.ts';
import type { NodeServices } from './node-services.ts';
import type { SessionServices } from './session-services.ts';
import { SessionLoginService } from './session/session-login/session-login.service.ts';

type Parts = Foundation &
  IdentityServices &
  ConnectionServices &
  CommonServices &
  Pick<SessionServices, 'liveSessions'>;

export type GpuServices = ReturnType<typeof createGpuServices>;

/** GPUs of physical hosts, and whose the processes on them are. */
export function createGpuServices(parts: Parts) {
  const gpus = new GpuRepository(parts.database);
  const gpuProcesses = new GpuProcessRepository(parts.database);
  const gpuHistory = new FigureHistory(parts.database, 'gpu_sample');
  const gpuOwners = new GpuOwners(gpuProcesses);
  const common = { ...parts, gpus, gpuProcesses, gpuHistory, gpuOwners };
  const tidy = new GpuTidy(common);
  const sessionLogins = new SessionLoginService(parts);
  const gpuService = new GpuService(common);
  return {
    gpus: gpuService,
    gpuReminders: new GpuReminderService(common),
    /** What needs the nodes, which are made after those who listen to them. */
    signalsWith: ({ nodes, nodeScheduler }: Pick<NodeServices, 'nodes' | 'nodeScheduler'>) =>
      new GpuSignalService({
        ...common,
        gpuService,
        nodes,
        lookAgain: (nodeId) => nodeScheduler.askSoon(nodeId, {}),
      }),
    gpuKeeper: new GpuKeeper(common),
    gpuTidy: tidy,
    sessionLogins,
    start: () => tidy.start(),
    close: async () => {
      await tidy.close();
      await sessionLogins.close();
    },
  };
}
